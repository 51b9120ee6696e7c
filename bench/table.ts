/** Formats a Markdown table with padded columns. */
export function table(header: readonly string[], rows: readonly (readonly string[])[], left = 1): string {
  const widths = header.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column < left ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = line(widths.map((width, column) => (column < left ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)));
  return [line(header), rule, ...rows.map(line)].join('\n');
}
