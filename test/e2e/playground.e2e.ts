import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchOfflineBrowser, openOffline } from './offline-browser.js';

let browser: Browser;

beforeAll(async () => {
  browser = await launchOfflineBrowser();
});

afterAll(async () => {
  await browser.close();
});

const executeButton = (page: Page) => page.getByRole('button', { name: /^Execute query/ });
const queryEditor = (page: Page) => page.locator('.graphiql-query-editor');
const resultPanel = (page: Page) => page.locator('.graphiql-response');

async function runDefaultQuery(page: Page): Promise<void> {
  await queryEditor(page).getByText('UpcomingEvents').waitFor();
  await executeButton(page).click();
  await resultPanel(page).getByText('"data"').waitFor();
}

async function savePicture(page: Page, name: string): Promise<void> {
  const directory = process.env['SCREENSHOT_DIR'];
  if (directory === undefined) return;
  // Away from the button, whose tooltip would lie over the picture.
  await page.mouse.move(640, 780);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
  await page.screenshot({ path: join(directory, name) });
}

describe('The playground, in a browser that reaches no other host', () => {
  it('opens at /graphql and shows the data of its first query', async () => {
    const { context, page, foreignRequests, errors } = await openOffline(browser, '/graphql');
    await runDefaultQuery(page);

    const title = await page.title();
    const result = await resultPanel(page).innerText();
    await savePicture(page, 'playground.png');
    await context.close();

    expect({ title, foreignRequests, errors }).toEqual({
      title: 'Lectern playground',
      foreignRequests: [],
      errors: [],
    });
    expect(result).not.toContain('"errors"');
  });

  it('shows the Query type in its documentation', async () => {
    const { context, page, foreignRequests, errors } = await openOffline(browser, '/graphql');
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    const explorer = page.locator('.graphiql-doc-explorer');
    await explorer.getByRole('link', { name: 'Query', exact: true }).click();
    await explorer.locator('.graphiql-doc-explorer-title', { hasText: 'Query' }).waitFor();

    const fields = await explorer.innerText();
    await context.close();

    expect(fields).toContain('events');
    expect({ foreignRequests, errors }).toEqual({ foreignRequests: [], errors: [] });
  });

  it('marks a field that the schema does not have', async () => {
    const { context, page, foreignRequests, errors } = await openOffline(browser, '/graphql');
    await queryEditor(page).getByText('UpcomingEvents').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{ noSuchField }');
    await queryEditor(page).locator('.squiggly-error').first().waitFor();
    await context.close();

    expect({ foreignRequests, errors }).toEqual({ foreignRequests: [], errors: [] });
  });

  it('sends the Authorization header that was typed and stores it nowhere', async () => {
    const { context, page, foreignRequests } = await openOffline(browser, '/graphql');
    await page.getByRole('button', { name: 'Headers', exact: true }).click();
    await page.getByRole('region', { name: 'Headers' }).locator('.graphiql-editor:not(.hidden) .view-lines').click();
    await page.keyboard.insertText('{ "Authorization": "Bearer not-for-the-disk" }');
    // GraphiQL takes what was typed into its tab, and from there into its history, a tenth of a second later.
    await page.waitForTimeout(500);
    const sent = page.waitForRequest((request) => request.headers()['authorization'] === 'Bearer not-for-the-disk');
    await executeButton(page).click();
    await sent;
    await page.getByRole('button', { name: 'Show History' }).click();
    await page.locator('.graphiql-history-item').first().waitFor();

    const { origins } = await context.storageState();
    const stored = origins.flatMap(({ localStorage }) => localStorage);
    await context.close();

    expect(stored.map(({ name }) => name)).toContain('graphiql:queries');
    expect(stored.filter(({ value }) => value.includes('not-for-the-disk'))).toEqual([]);
    expect(foreignRequests).toEqual([]);
  });
});
