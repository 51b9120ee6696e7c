import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const GRAVE = new Set(['serious', 'critical']);

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/**
 * What axe finds serious or critical on a page, each with where it is; nothing when all is well.
 *
 * @param except parts of others that cannot be mended from outside, as selectors
 */
export async function graveProblems(page: Page, except: readonly string[] = []): Promise<string[]> {
  // The tools' own channel: the page's policy lets no script in.
  await page.evaluate(axe);
  const found = await page.evaluate<Violation[]>(
    `axe.run({ exclude: ${JSON.stringify(except.map((selector) => [selector]))} }).then(({ violations }) => violations)`,
  );
  return found
    .filter(({ impact }) => GRAVE.has(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`));
}
