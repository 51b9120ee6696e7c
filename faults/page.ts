import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { OperatorError } from '../src/config/operator-error.js';
import { report } from './report.js';
import type { Result } from './result.js';
import { isOfScale } from './table.js';

const PAGE = 'docs/reliability.md';
const SETTINGS = '.config/prettier.json';
/** Each table is between two marker comments. */
const TABLES = [
  { markers: /(<!-- faults: begin -->)[^]*(<!-- faults: end -->)/, ofScale: false },
  { markers: /(<!-- scale: begin -->)[^]*(<!-- scale: end -->)/, ofScale: true },
] as const;

/**
 * Replaces the tables in the page: the rows of one machine, and those of several. A table without new rows stays.
 *
 * @returns the path of the page
 * @throws OperatorError if the page has no marker comments for a table
 */
export async function savePage(result: Result): Promise<string> {
  let page = readFileSync(PAGE, 'utf8');
  for (const { markers, ofScale } of TABLES) {
    const rows = result.rows.filter((row) => isOfScale(row) === ofScale);
    if (rows.length === 0) continue;
    if (!markers.test(page)) throw new OperatorError(`${PAGE} has no marker comments for a table: ${markers.source}`);
    const text = report({ ...result, rows });
    page = page.replace(markers, (_, begin: string, end: string) => `${begin}\n\n${text}\n\n${end}`);
  }
  const settings = await resolveConfig(PAGE, { config: SETTINGS });
  writeFileSync(PAGE, await format(page, { ...settings, parser: 'markdown' }));
  return PAGE;
}
