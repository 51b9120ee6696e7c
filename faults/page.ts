import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { OperatorError } from '../src/config/operator-error.js';

const PAGE = 'docs/reliability.md';
const SETTINGS = '.config/prettier.json';
const TABLE = /(<!-- faults: begin -->)[^]*(<!-- faults: end -->)/;

/**
 * Replaces the table in the page, between its two marker comments.
 *
 * @returns the path of the page
 * @throws OperatorError if the page has no marker comments
 */
export async function savePage(report: string): Promise<string> {
  const page = readFileSync(PAGE, 'utf8');
  if (!TABLE.test(page)) throw new OperatorError(`${PAGE} has no marker comments for its table: ${TABLE.source}`);
  const written = page.replace(TABLE, (_, begin: string, end: string) => `${begin}\n\n${report}\n\n${end}`);
  const settings = await resolveConfig(PAGE, { config: SETTINGS });
  writeFileSync(PAGE, await format(written, { ...settings, parser: 'markdown' }));
  return PAGE;
}
