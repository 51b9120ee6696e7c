import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { button, fitsNarrowScreen, outcome, savePictures } from './account-steps.js';
import { allProblems } from './judged-by-axe.js';
import { launchOfflineBrowser, openOffline, type OfflinePage } from './offline-browser.js';
import { createTalk, graphAs, type Account } from './task-steps.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchOfflineBrowser();
});
afterAll(() => browser.close());

interface Place {
  readonly eventId: string;
  readonly slug: string;
  readonly talkId: string;
  readonly stub: string;
  readonly title: string;
}

let place: Place;
let opened: OfflinePage | undefined;
beforeEach(async () => {
  const { eventId, talkId, title, speaker } = await createTalk();
  const claim = 'mutation ($input: ClaimSpeakerInput!) { claimSpeaker(input: $input) { isLinked } }';
  const input = { talkId, speakerName: speaker, username: 'speaker' };
  await graphAs('speaker', claim, { input });
  await graphAs('host', claim, { input });
  const { talk } = await graphAs<{ talk: { stub: string; event: { slug: string } } }>(
    'host',
    `{ talk(id: ${talkId}) { stub event { slug } } }`,
  );
  place = { eventId, talkId, title, stub: talk.stub, slug: talk.event.slug };
});
afterEach(async () => {
  await opened?.context.close();
  opened = undefined;
});

const setPolicy = (policy: object) =>
  graphAs('host', 'mutation ($input: SetFeedbackPolicyInput!) { setFeedbackPolicy(input: $input) { event { id } } }', {
    input: { eventId: place.eventId, ...policy },
  });
const comment = (account: Account, rating: number, more: object = {}) =>
  graphAs(account, 'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talk { id } } }', {
    input: { talkId: place.talkId, text: `Comment of ${account}`, rating, ...more },
  });

async function open(path: string): Promise<Page> {
  opened = await openOffline(browser, path);
  return opened.page;
}

async function logIn(page: Page, username: Account): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill('lectern-demo');
  await button(page, 'Log in').click();
}

describe('The feedback form', () => {
  it('states the policy, and sends a comment without a name', async () => {
    await setPolicy({ names: 'OPTIONAL', revealAfterComments: 5, revealAfterHours: 12 });
    const page = await open(`/talk/${place.stub}`);
    const hint = await page.locator('form .hint').innerText();
    const problems = await allProblems(page);
    await savePictures(page, 'feedback-policy');
    await page.getByText('4 stars').click({ force: true });
    await page.getByLabel('Your feedback').fill('Between us');
    await page.getByLabel('Hide my name').check();
    await button(page, 'Send feedback').click();
    await logIn(page, 'attendee');
    await page.getByText('Thank you.').waitFor();
    const said = await outcome(page).innerText();
    await setPolicy({ revealAfterComments: null, revealAfterHours: null });
    await page.reload();
    const shown = await page.locator('.comments').innerText();

    expect(hint).toContain('with your name unless you hide it. Site administrators can see a hidden name.');
    expect(hint).toMatch(
      /Others see it once 5 people have commented, at the latest on \w+, \d+ \w+ \d{4}, \d\d:\d\d\./,
    );
    expect(problems).toEqual([]);
    expect(said).toBe('Thank you. Your feedback is saved. It will be shown together with the other feedback.');
    expect(shown).toMatch(/^Anonymous/);
    expect(shown).toContain('Between us');
    expect(opened?.errors).toEqual([]);
  });

  it('has no stars if the event has no ratings, and hides results that are withheld', async () => {
    await comment('host', 5);
    await setPolicy({ ratings: 'OFF', names: 'HIDDEN', revealAfterComments: 10 });
    const page = await open(`/talk/${place.stub}`);
    const notice = await page.locator('.sheet .notice').last().innerText();
    const hint = await page.locator('form .hint').innerText();

    expect(await page.locator('.stars').count()).toBe(0);
    expect(notice).toBe(
      'One comment has been written. The ratings and comments are shown once 10 people have commented.',
    );
    expect(hint).toContain('Your feedback is public, without your name.');
    expect(await page.getByText('Comment of host').count()).toBe(0);
  });
});

describe('The page of a speaker', () => {
  it('shows ratings as charts, downloads a file, and shares a link that can be revoked', async () => {
    await comment('attendee', 5);
    await comment('admin', 4);
    const page = await open('/my-feedback');
    await logIn(page, 'speaker');
    await page.getByRole('heading', { name: 'All talks' }).waitFor();
    const card = page.locator('article', { hasText: place.title });
    const chart = await card.locator('.chart').innerText();
    const problems = await allProblems(page);
    const fits = await fitsNarrowScreen(page);
    await savePictures(page, 'my-feedback');
    const downloads = page.waitForEvent('download');
    await card.getByRole('button', { name: 'Download as CSV' }).click();
    const download = await downloads;
    const file = await readFile(await download.path(), 'utf8');
    await card.getByRole('button', { name: 'Share with a link' }).click();
    const link = card.getByRole('link', { name: /\/shared\// });
    const url = (await link.getAttribute('href')) ?? '';
    const shared = await open(new URL(url).pathname);
    const heading = await shared.getByRole('heading', { level: 1 }).innerText();
    const sharedProblems = await allProblems(shared);
    const text = await shared.locator('main').innerText();
    await savePictures(shared, 'shared');
    await opened?.context.close();
    await card.getByRole('button', { name: 'Stop sharing' }).click();
    await card.getByText('The link no longer works.').waitFor();

    expect(chart).toMatch(/^4\.5 of 5, 2 ratings/);
    expect([problems, sharedProblems, fits]).toEqual([[], [], true]);
    expect(download.suggestedFilename()).toBe(`${place.talkId}-feedback.csv`);
    expect(file).toContain('Comment of attendee');
    expect(heading).toBe(place.title);
    expect(text).toContain('Comment of admin');
    expect((await fetch(url)).status).toBe(404);
    await page.context().close();
  });
});

describe('The page of a host', () => {
  it('ranks talks, downloads a file, prints, and changes the policy', async () => {
    await comment('attendee', 5);
    const page = await open(`/event/${place.slug}/feedback`);
    await logIn(page, 'host');
    await page.getByRole('heading', { name: 'Best rated talks' }).waitFor();
    const ranking = await page.locator('.ranking tbody').innerText();
    const facts = await page.locator('dl').innerText();
    const problems = await allProblems(page);
    const fits = await fitsNarrowScreen(page);
    await savePictures(page, 'event-feedback');
    const downloads = page.waitForEvent('download');
    await button(page, 'CSV').click();
    const file = await readFile(await (await downloads).path(), 'utf8');
    await page.getByLabel('Names of authors').selectOption('HIDDEN');
    await page.getByLabel('Show the results of a talk after comments by this number of people').fill('7');
    await button(page, 'Save').click();
    await page.getByText('Saved.').waitFor();
    await page.emulateMedia({ media: 'print' });
    const printed = await page.locator('form').isVisible();
    const { event } = await graphAs<{ event: { feedback: object } }>(
      'host',
      `{ event(id: ${place.eventId}) { feedback { names revealAfterComments } } }`,
    );

    expect(ranking).toContain(place.title);
    expect(ranking).toMatch(/2\.40\s+5\.0\s+1/);
    expect(facts).toContain('With feedback');
    expect([problems, fits, printed]).toEqual([[], true, false]);
    expect(file).toContain('Comment of attendee');
    expect(event.feedback).toEqual({ names: 'HIDDEN', revealAfterComments: 7 });
    expect(opened?.errors).toEqual([]);
  });

  it('shows others that it is for hosts', async () => {
    const page = await open(`/event/${place.slug}/feedback`);
    await logIn(page, 'attendee');
    await page.locator('.failed').waitFor();
    expect(await page.locator('.failed').innerText()).toContain('requires a host of the event');
  });
});
