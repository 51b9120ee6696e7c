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
 * Returns the serious and critical problems that axe finds on a page, with their locations; empty without problems.
 *
 * @param except selectors of third-party parts that cannot be fixed here
 */
export const graveProblems = (page: Page, except: readonly string[] = []): Promise<string[]> =>
  problemsOf(page, except, ({ impact }) => GRAVE.has(impact));

/** Returns the problems of every impact. */
export const allProblems = (page: Page): Promise<string[]> => problemsOf(page, [], () => true);

async function problemsOf(
  page: Page,
  except: readonly string[],
  counts: (violation: Violation) => boolean,
): Promise<string[]> {
  // Injected by the developer tools, because the page's CSP forbids other scripts.
  await page.evaluate(axe);
  const found = await page.evaluate<Violation[]>(
    `axe.run({ exclude: ${JSON.stringify(except.map((selector) => [selector]))} }).then(({ violations }) => violations)`,
  );
  return found
    .filter(counts)
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`));
}
