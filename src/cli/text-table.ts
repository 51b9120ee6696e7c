/** A column of a printed table. */
export interface TextColumn<Row> {
  readonly heading: string;
  /** Numbers stand at the right of their column. */
  readonly isNumber?: true;
  readonly cell: (row: Row) => string;
}

/** Rows as a table for a terminal: a line of headings, then a line for each row. */
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

/** What others have written, such as names of applications, must not move the cursor of an operator's terminal. */
const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '?');
