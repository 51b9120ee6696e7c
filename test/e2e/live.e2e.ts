import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { button, savePictures } from './account-steps.js';
import { allProblems } from './judged-by-axe.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { eventually } from '../support/process.js';
import { startProxy } from '../support/proxy.js';
import { launchOfflineBrowser, openOffline, serviceUrl, type OfflinePage } from './offline-browser.js';
import { createTalk, graphAs, type Account } from './task-steps.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchOfflineBrowser();
});
afterAll(() => browser.close());

let opened: OfflinePage | undefined;
let talk: { id: string; stub: string; slug: string };
beforeEach(async () => {
  const { talkId } = await createTalk();
  const data = await graphAs<{ talk: { stub: string; event: { slug: string } } }>(
    'host',
    `{ talk(id: ${talkId}) { stub event { slug } } }`,
  );
  talk = { id: talkId, stub: data.talk.stub, slug: data.talk.event.slug };
});
afterEach(async () => {
  await cleanUp();
  await opened?.context.close();
  opened = undefined;
});

async function open(path: string): Promise<Page> {
  opened = await openOffline(browser, path);
  return opened.page;
}

const comment = (account: Account, text: string, rating: number) =>
  graphAs<{ commentOnTalk: { talkComment: { id: string } } }>(
    account,
    'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id } } }',
    { input: { talkId: talk.id, text, rating } },
  );

/** Waits until the stream of the page is open. */
const followed = (page: Page) => page.waitForResponse((response) => response.url().includes('operation='));

describe('The page of a talk', () => {
  it('shows comments and the rating as they arrive, and removes reported ones', async () => {
    opened = await openOffline(browser, '/robots.txt');
    const { page } = opened;
    await Promise.all([followed(page), page.goto(new URL(`/talk/${talk.stub}`, page.url()).href)]);
    await page.waitForTimeout(300);
    const { commentOnTalk } = await comment('attendee', 'Very clear', 4);
    await page.getByText('Very clear').waitFor({ timeout: 3_000 });
    expect(await page.locator('[data-live="ratings"]').innerText()).toContain('4.0');
    await comment('admin', 'Too fast', 2);
    await page.getByText('Too fast').waitFor({ timeout: 3_000 });
    expect(await page.locator('.comments .added').allInnerTexts()).toEqual([expect.stringContaining('Too fast')]);
    await savePictures(page, 'live-talk');
    expect(await allProblems(page)).toEqual([]);
    await graphAs(
      'host',
      'mutation ($input: ReportTalkCommentInput!) { reportTalkComment(input: $input) { __typename } }',
      { input: { talkCommentId: commentOnTalk.talkComment.id } },
    );
    await page.getByText('Very clear').waitFor({ state: 'detached', timeout: 3_000 });
    expect(opened.errors).toEqual([]);
  });

  it('continues after a restart of the service behind a proxy, and shows what happened in between', async () => {
    const proxy = await startProxy(serviceUrl().href);
    const context = await browser.newContext();
    atTheEnd(() => context.close());
    const page = await context.newPage();
    await Promise.all([followed(page), page.goto(`${proxy.base}/talk/${talk.stub}`)]);
    await page.waitForTimeout(500);
    proxy.goAway();
    await comment('attendee', 'Very clear', 4);
    await eventually(() => proxy.refused() > 0);
    proxy.comeBack();
    await page.getByText('Very clear').waitFor({ timeout: 30_000 });
    await comment('admin', 'Too fast', 2);
    await page.getByText('Too fast').waitFor({ timeout: 3_000 });
  });

  it('keeps what the visitor is writing', async () => {
    const page = await open(`/talk/${talk.stub}`);
    await page.getByLabel('Your feedback').fill('I am still writing');
    await page.waitForTimeout(500);
    await comment('attendee', 'Very clear', 4);
    await page.getByText('Very clear').waitFor({ timeout: 3_000 });
    expect(await page.getByLabel('Your feedback').inputValue()).toBe('I am still writing');
  });
});

describe('The feedback page of an event', () => {
  it('shows new ratings to its host', async () => {
    const page = await open(`/event/${talk.slug}/feedback`);
    await page.getByLabel('Username').fill('host');
    await page.getByLabel('Password').fill('lectern-demo');
    await Promise.all([followed(page), button(page, 'Log in').click()]);
    await page.getByText('No talk has ratings yet.').waitFor();
    await page.waitForTimeout(500);
    await comment('attendee', 'Very clear', 4);
    await page.locator('.ranking').waitFor({ timeout: 3_000 });
    expect(await page.locator('.ranking tbody tr').count()).toBe(1);
    expect(opened?.errors).toEqual([]);
  });
});

describe('The playground', () => {
  it('shows the messages of a subscription as they arrive', async () => {
    const query = `subscription Ratings { talkFeedback(talkId: "${talk.id}") { commentCount } }`;
    const page = await open(`/graphql?${String(new URLSearchParams({ query }))}`);
    await page.locator('.graphiql-query-editor').getByText('Ratings').first().waitFor();
    await page.getByRole('button', { name: /^Execute query/ }).click();
    const result = page.locator('.graphiql-response');
    await result.getByText('"commentCount"').waitFor();
    expect((await result.innerText()).replaceAll('\u00a0', ' ')).toContain('"commentCount": 0');
    await comment('attendee', 'Very clear', 4);
    // Monaco renders non-breaking spaces.
    await result.getByText(/Count":\s1/).waitFor({ timeout: 3_000 });
    expect(opened?.errors).toEqual([]);
  });
});
