/** What programs write into cells without a value. */
const NO_VALUE = /^\s*(?:NA|N\/A|#N\/A|NULL|NaN)\s*$/;

/** The text of a cell; empty if it has no value. */
export const valueOf = (cell = ''): string => (NO_VALUE.test(cell) ? '' : cell);

/**
 * A date that stands only in the first row of its day is that of the rows below, too.
 *
 * @param date place of the column
 * @param start place of the column with the times; rows without one are not scheduled
 */
export function withDates(
  rows: readonly string[][],
  date: number | undefined,
  start: number | undefined,
): readonly string[][] {
  if (date === undefined || start === undefined) return rows;
  let above = '';
  return rows.map((cells) => {
    const given = valueOf(cells[date]);
    if (given.trim() !== '') above = given;
    const isBelow = given.trim() === '' && valueOf(cells[start]).trim() !== '' && date < cells.length;
    return isBelow ? cells.with(date, above) : cells;
  });
}
