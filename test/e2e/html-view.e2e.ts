import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { graveProblems } from './judged-by-axe.js';
import { launchOfflineBrowser, openOffline } from './offline-browser.js';
import { renewPicture } from './picture.js';

let browser: Browser;

beforeAll(async () => {
  browser = await launchOfflineBrowser();
});

afterAll(async () => {
  await browser.close();
});

const WIDTHS = [1200, 360, 320];

/** The widths at which the page overflows. With `SCREENSHOT_DIR`, takes screenshots of each, light and dark. */
async function tooNarrow(page: Page, name: string): Promise<number[]> {
  const directory = process.env['SCREENSHOT_DIR'];
  const narrow: number[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    if (await page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)) {
      narrow.push(width);
    }
    for (const colorScheme of directory === undefined ? [] : (['dark', 'light'] as const)) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(directory ?? '', `view-${name}-${colorScheme}-${width}.png`) });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return narrow;
}

describe('The HTML view, in a browser that reaches no other host', () => {
  it('links from the front page to an event and its talks, and fits every screen', async () => {
    const { context, page, foreignRequests, errors } = await openOffline(browser, '/');
    await page.getByRole('link', { name: 'Upcoming events' }).click();
    const narrow = [...(await tooNarrow(page, 'events'))];
    const problems = await graveProblems(page);
    await page.locator('h2 a').first().click();
    const name = await page.locator('h1').innerText();
    await page.getByRole('link', { name: 'More detail' }).click();
    narrow.push(...(await tooNarrow(page, 'event')));
    problems.push(...(await graveProblems(page)));
    await renewPicture(page, 'html-view.png');
    await page.emulateMedia({ colorScheme: 'dark' });
    problems.push(...(await graveProblems(page)));
    const trail = await page.getByRole('navigation', { name: 'Path' }).innerText();
    await page
      .locator('dd a')
      .filter({ hasText: /\/talks$/ })
      .click();
    await page.getByRole('link', { name: 'Next' }).first().waitFor({ state: 'detached' });
    const talks = await page.locator('h2').count();
    await context.close();

    expect({ foreignRequests, errors, narrow, problems }).toEqual({
      ...{ foreignRequests: [], errors: [], narrow: [], problems: [] },
    });
    expect(name).not.toBe('Events');
    expect(trail.replaceAll('\n', ' ')).toMatch(/^v2\.1.*events.*\d+$/);
    expect(talks).toBeGreaterThan(0);
  });

  it('has styles that its CSP allows, in the preferred colour scheme', async () => {
    const { context, page } = await openOffline(browser, '/v2.1/events');
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await ground();
    await context.close();
    expect([light, dark]).toEqual(['rgb(243, 244, 246)', 'rgb(22, 24, 29)']);
  });

  it('opens the playground with the equivalent operation, ready to run', async () => {
    const { context, page, foreignRequests, errors } = await openOffline(browser, '/v2.1/events?filter=past');
    await page.getByRole('link', { name: 'GraphQL', exact: true }).click();
    await page.locator('.graphiql-query-editor').getByText('EventCollection').first().waitFor();
    await page.getByRole('button', { name: /^Execute query/ }).click();
    const response = page.locator('.graphiql-response');
    await response.getByText('"data"').waitFor();
    const variables = await page.getByRole('region', { name: 'Variables' }).innerText();
    const result = await response.innerText();
    await context.close();

    expect({ foreignRequests, errors }).toEqual({ foreignRequests: [], errors: [] });
    expect(variables).toContain('PAST');
    expect(result).toContain('totalCount');
    expect(result).not.toContain('"errors"');
  });

  it('opens a playground that reports an unknown operation', async () => {
    const { context, page, errors } = await openOffline(browser, '/graphql?operation=Nothing&variables=%7B');
    await page.locator('.graphiql-query-editor').getByText('No stored operation is called').waitFor();
    await context.close();
    expect(errors).toEqual([]);
  });
});
