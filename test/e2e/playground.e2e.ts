import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { eventually } from '../support/process.js';
import { widthsThatScroll } from './fits.js';
import { graveProblems } from './judged-by-axe.js';
import { launchOfflineBrowser, openOffline, serviceUrl } from './offline-browser.js';
import { renewPicture, savePicture } from './picture.js';

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

/** Opens a stored operation from the list. */
async function openFromList(page: Page, words: string, name: string): Promise<void> {
  const list = page.getByRole('region', { name: 'Operations' });
  await list.getByLabel('Filter').fill(words);
  await list.getByRole('button', { name: new RegExp(`\\s${name}$`) }).click();
  await queryEditor(page).getByText(name).first().waitFor();
}

/** Runs the active operation, and returns the result. */
async function run(page: Page): Promise<string> {
  await executeButton(page).click();
  await resultPanel(page)
    .getByText(/"(?:data|errors)"/)
    .first()
    .waitFor();
  // Monaco renders non-breaking spaces, and wraps long lines.
  return (await resultPanel(page).innerText()).replaceAll('\u00a0', ' ').replaceAll('\n', '');
}

/** Repeats an action until its effect appears. */
async function until(there: Locator, attempt: () => Promise<void>): Promise<void> {
  for (let left = 5; left > 0; left -= 1) {
    await attempt();
    const seen = there.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    if (await seen) return;
  }
  await there.waitFor();
}

const variablesOf = (page: Page) => page.getByRole('region', { name: 'Variables' }).innerText();

describe('The playground, in a browser that reaches no other host', () => {
  it('opens at /graphql and shows the data of its first query', async () => {
    const { context, page, foreignRequests, errors } = await openOffline(browser, '/graphql');
    await runDefaultQuery(page);

    const title = await page.title();
    const result = await resultPanel(page).innerText();
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

  it('runs the operation that was just typed, without a delay', async () => {
    const { context, page, foreignRequests, errors } = await openOffline(browser, '/graphql');
    await runDefaultQuery(page);
    await queryEditor(page).getByText('UpcomingEvents').click();
    await page.keyboard.press('Control+A');
    const sent = page.waitForRequest((request) => request.postData()?.includes('Sooner') ?? false);
    await page.keyboard.insertText('query Sooner { __typename }');
    await page.keyboard.press('Control+Enter');
    const answer = await (await sent).response();
    const text = await answer?.text();
    await context.close();

    expect(text).toContain('"__typename":"Query"');
    expect({ foreignRequests, errors }).toEqual({ foreignRequests: [], errors: [] });
  });

  it('sends the typed Authorization header and does not store it', async () => {
    const { context, page, foreignRequests } = await openOffline(browser, '/graphql');
    await page.getByRole('button', { name: 'Headers', exact: true }).click();
    await page.getByRole('region', { name: 'Headers' }).locator('.graphiql-editor:not(.hidden) .view-lines').click();
    await page.keyboard.insertText('{ "Authorization": "Bearer not-for-the-disk" }');
    // GraphiQL copies the typed text to its tab and its history after a tenth of a second.
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

  it('lists every operation of v2.1, and opens one prefilled with an existing talk', async () => {
    const { context, page, foreignRequests, errors } = await openOffline(browser, '/graphql');
    const entries = page.getByRole('region', { name: 'Operations' }).getByRole('listitem');
    await entries.first().waitFor();
    const listed = await entries.count();
    await openFromList(page, 'talk comments get', 'TalkComments');
    await page.getByRole('region', { name: 'Variables' }).getByText('verbose').waitFor();
    const variables = await variablesOf(page);
    const result = await run(page);
    await renewPicture(page, 'playground.png');
    const tabs = await page.locator('.graphiql-tab-button').allInnerTexts();
    await context.close();

    expect(listed).toBeGreaterThan(80);
    expect(variables).toMatch(/"id":\s"\d+"/);
    expect(result).toContain('totalCount');
    expect(result).not.toContain('"errors"');
    expect(tabs).toEqual(['UpcomingEvents', 'TalkComments']);
    expect({ foreignRequests, errors }).toEqual({ foreignRequests: [], errors: [] });
  });

  it('links from an operation to the equivalent v2.1 URL, and back', async () => {
    const { context, page, foreignRequests, errors } = await openOffline(browser, '/v2.1/events?filter=past');
    await page.locator('h2 a').first().click();
    const heading = await page.locator('h1').innerText();
    const address = page.url();
    await page.getByRole('link', { name: 'GraphQL', exact: true }).click();
    await queryEditor(page).getByText('EventRecord').first().waitFor();
    expect(await run(page)).toContain(heading);
    await page.locator('.lectern-way-back a').click();
    await page.waitForURL(address);
    const back = await page.locator('h1').innerText();
    await context.close();

    expect(back).toBe(heading);
    expect({ foreignRequests, errors }).toEqual({ foreignRequests: [], errors: [] });
  });

  it('runs the operation that a page of all records links to', async () => {
    const { context, page } = await openOffline(browser, '/v2.1/events?resultsperpage=0');
    await page.getByRole('link', { name: 'GraphQL', exact: true }).click();
    await queryEditor(page).getByText('EventCollection').first().waitFor();
    const result = await run(page);
    await context.close();
    expect(result).not.toContain('"errors"');
    expect(result).toContain('totalCount');
  });

  it('runs a mutation as a demo account, whose token is stored only for this browser tab', async () => {
    const { context, page, foreignRequests, errors } = await openOffline(browser, '/graphql#login');
    const panel = page.getByRole('region', { name: 'Log in' });
    const password = await panel.getByText('Their password is').locator('code').innerText();
    await panel.getByRole('button', { name: 'Log in as attendee' }).click();
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await panel.getByText('You are attendee').waitFor();
    const token = await panel.getByLabel('Token').inputValue();
    await savePicture(page, 'playground-logged-in.png');
    await page.getByRole('button', { name: 'Show Operations' }).click();
    await openFromList(page, 'post starred', 'StarTalk');
    await page.getByRole('region', { name: 'Variables' }).getByText('talkId').waitFor();
    const sent = page.waitForRequest((request) => request.postData()?.includes('StarTalk') ?? false);
    const result = await run(page);
    const authorization = (await sent).headers()['authorization'];
    const { origins } = await context.storageState();
    const another = await context.newPage();
    await another.goto(new URL('/graphql#login', serviceUrl()).href);
    await another.getByRole('button', { name: 'Log in as attendee' }).waitFor();
    await context.close();

    expect(token).toMatch(/^lec_/);
    expect(result).toContain('"starTalk"');
    expect(result).not.toContain('"errors"');
    expect(authorization).toBe(`Bearer ${token}`);
    expect(JSON.stringify(origins)).not.toContain(token);
    expect({ foreignRequests, errors }).toEqual({ foreignRequests: [], errors: [] });
  });

  it('reports an invalid token, and does not store it', async () => {
    const { context, page } = await openOffline(browser, '/graphql#login');
    const panel = page.getByRole('region', { name: 'Log in' });
    await panel.getByLabel('Token').fill('lec_made-up');
    await panel.getByRole('button', { name: 'Use it' }).click();
    await panel.getByRole('alert').filter({ hasText: /token/i }).waitFor();
    const stored = await page.evaluate<number>('sessionStorage.length');
    await context.close();
    expect(stored).toBe(0);
  });

  it('is operable by keyboard: select an operation, run it, and continue', async () => {
    const { context, page } = await openOffline(browser, '/graphql');
    await page.getByRole('region', { name: 'Operations' }).getByLabel('Filter').focus();
    await page.keyboard.type('languages/');
    // Disabled buttons are not focusable.
    await page.getByRole('region', { name: 'Operations' }).locator('button:enabled').first().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await queryEditor(page).getByText('query Language').first().waitFor();
    // GraphiQL rerenders the editor shortly after a change of its text, so retry lost keystrokes.
    await until(resultPanel(page).getByText('"data"'), async () => {
      await queryEditor(page).locator('textarea, [contenteditable]').first().focus();
      await page.keyboard.press('Control+Enter');
    });
    await context.close();
  });

  it('fits every screen, with accessible buttons', async () => {
    const { context, page } = await openOffline(browser, '/graphql');
    await runDefaultQuery(page);
    const wide = await widthsThatScroll(page);
    await page.setViewportSize({ width: 360, height: 700 });
    // Like the first visit on a phone.
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await runDefaultQuery(page);
    await page.getByRole('button', { name: 'Show Operations' }).click();
    await openFromList(page, 'get hosts', 'EventHosts');
    await run(page);
    const button = await executeButton(page).boundingBox();
    await savePicture(page, 'playground-360.png');
    await context.close();

    expect(wide).toEqual([]);
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(360);
  });

  it('keeps its tabs when the page is loaded again', async () => {
    const { context, page } = await openOffline(browser, '/graphql');
    await openFromList(page, 'talk comments get', 'TalkComments');
    const tabs = page.locator('.graphiql-tab-button');
    await tabs.filter({ hasText: 'TalkComments' }).waitFor();
    await queryEditor(page).getByText('TalkComments').first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('#kept\n');
    // GraphiQL saves its tabs half a second after the last keystroke.
    await eventually(() =>
      page.evaluate<boolean>(`localStorage.getItem('graphiql:tabState')?.includes('#kept') ?? false`),
    );
    await page.reload();
    await queryEditor(page).getByText('#kept').waitFor();
    const kept = await tabs.allInnerTexts();
    await context.close();

    expect(kept).toEqual(['UpcomingEvents', 'TalkComments']);
  });

  it('opens the query of its URL, which API clients execute (decisions no. 64)', async () => {
    const address = `/graphql?${new URLSearchParams({ query: 'query Shared { __typename }' }).toString()}`;
    const { context, page, errors } = await openOffline(browser, address);
    await queryEditor(page).getByText('Shared').waitFor();
    const result = await run(page);
    await context.close();
    expect(result).toContain('__typename');
    expect(errors).toEqual([]);
  });

  it('has room for the query at 1280 px, and shows the result on a phone', async () => {
    const { context, page } = await openOffline(browser, '/graphql');
    await runDefaultQuery(page);
    const editor = await queryEditor(page).boundingBox();
    await savePicture(page, 'playground-1280.png');
    await context.close();
    expect(editor?.width).toBeGreaterThan(480);

    const phone = await openOffline(browser, '/');
    await phone.page.setViewportSize({ width: 390, height: 844 });
    await phone.page.goto(new URL('/graphql', serviceUrl()).href);
    await runDefaultQuery(phone.page);
    const result = await resultPanel(phone.page).boundingBox();
    await savePicture(phone.page, 'playground-390.png');
    await phone.context.close();
    const visible = Math.min(844, (result?.y ?? 844) + (result?.height ?? 0)) - Math.max(0, result?.y ?? 844);
    expect(visible).toBeGreaterThan(400);
  });

  it.each(['light', 'dark'] as const)(
    'has no serious accessibility problem in the %s colour scheme',
    async (scheme) => {
      const { context, page } = await openOffline(browser, '/graphql#login');
      await runDefaultQuery(page);
      // It was opened in light mode, so this also covers the switch.
      await page.emulateMedia({ colorScheme: scheme });
      const login = await graveProblems(page);
      await page.getByRole('button', { name: 'Show Operations' }).click();
      await openFromList(page, 'get events claims', 'PendingClaims');
      const operations = await graveProblems(page);
      await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
      await page.locator('.graphiql-doc-explorer').getByRole('link', { name: 'Query', exact: true }).waitFor();
      const documentation = await graveProblems(page);
      await context.close();

      expect({ login, operations, documentation }).toEqual({ login: [], operations: [], documentation: [] });
    },
  );
});
