/** A column of a printed table. */
export interface TextColumn<Row> {
  readonly heading: string;
  /** Numbers are right-aligned. */
  readonly isNumber?: true;
  readonly cell: (row: Row) => string;
}

/** Formats rows as a table for a terminal: a heading line, then one line per row. */
export function textTable<Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): string {
  const cells = columns.map(({ heading, cell }) => [heading, ...rows.map((row) => printable(cell(row)))]);
  const widths = cells.map((column) => Math.max(...column.map(({ length }) => length)));
  const lines = Array.from({ length: rows.length + 1 }, (_, line) =>
    columns.map(({ isNumber }, place) => {
      const [text, width] = [cells[place]?.[line] ?? '', widths[place] ?? 0];
      return isNumber ? text.padStart(width) : text.padEnd(width);
    }),
  );
  return lines.map((line) => line.join('  ').trimEnd()).join('\n');
}

/** Untrusted text, such as application names, must not inject terminal control sequences. */
const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '?');
