import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { button, fitsNarrowScreen, outcome, savePictures } from './account-steps.js';
import { allProblems } from './judged-by-axe.js';
import { launchOfflineBrowser, openOffline, serviceUrl } from './offline-browser.js';
import { createTalk, graphAs, linkInMail, logInAs, submitEvent, type Account } from './task-steps.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchOfflineBrowser();
});
afterAll(() => browser.close());

/** Opens the link of a mail and logs in. */
async function follow(link: URL, username: Account) {
  expect(link.host).toBe(serviceUrl().host);
  const opened = await openOffline(browser, link.pathname + link.search);
  await logInAs(opened.page, username);
  await opened.page.getByText('You are logged in as').waitFor();
  return opened;
}

/** Opens the link of a mail, logs in, presses one button, and returns the sentence that follows. */
async function complete(link: URL, username: Account, name: string, reason?: string): Promise<string> {
  const { context, page, foreignRequests, errors } = await follow(link, username);
  const task = page.getByRole('article').first();
  if (reason !== undefined) await task.getByLabel('Reason for a rejection').fill(reason);
  await task.getByRole('button', { name, exact: true }).click();
  const said = await outcome(page).innerText();
  await context.close();
  expect({ foreignRequests, errors }).toEqual({ foreignRequests: [], errors: [] });
  return said;
}

/** What the dashboard says about a task that is no longer pending. */
async function reopen(link: URL, username: Account): Promise<string> {
  const { context, page } = await follow(link, username);
  const said = await outcome(page).innerText();
  const focused = await page.locator(':focus').innerText();
  await context.close();
  expect(focused).toBe(said);
  return said;
}

const statusOf = async (id: string) =>
  (
    await graphAs<{ event: object }>('speaker', 'query ($id: ID!) { event(id: $id) { status rejectionReason } }', {
      id,
    })
  ).event;

async function claim() {
  const talk = await createTalk();
  const input = { talkId: talk.talkId, speakerName: talk.speaker, username: 'speaker' };
  await graphAs('speaker', 'mutation ($input: ClaimSpeakerInput!) { claimSpeaker(input: $input) { isLinked } }', {
    input,
  });
  return { ...talk, link: await linkInMail('host', 'talk_claimed', talk.speaker) };
}

const speakersOf = async (id: string) =>
  (
    await graphAs<{ talk: { speakers: unknown; event: { pendingClaims: unknown } } }>(
      'host',
      'query ($id: ID!) { talk(id: $id) { speakers { user { username } } event { pendingClaims { id } } } }',
      { id },
    )
  ).talk;

/** Comments on the talk as the speaker, and reports the comment as the attendee. */
async function report() {
  const { talkId, title } = await createTalk();
  const text = `Nobody asked about ${title}`;
  const { commentOnTalk: said } = await graphAs<{ commentOnTalk: { talkComment: { id: string } } }>(
    'speaker',
    'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id } } }',
    { input: { talkId, rating: 1, text } },
  );
  const { id } = said.talkComment;
  await graphAs(
    'attendee',
    'mutation ($input: ReportTalkCommentInput!) { reportTalkComment(input: $input) { talk { id } } }',
    {
      input: { talkCommentId: id },
    },
  );
  return { id, text, link: await linkInMail('host', 'comment_reported', text) };
}

const commentOf = async (id: string) =>
  (await graphAs<{ talkComment: unknown }>('host', 'query ($id: ID!) { talkComment(id: $id) { text } }', { id }))
    .talkComment;

describe('Two clicks complete the task that a mail requests', () => {
  it('approve an event', async () => {
    const { id, name } = await submitEvent('speaker');
    const link = await linkInMail('admin', 'event_submitted', name);
    expect(await complete(link, 'admin', 'Approve')).toContain(`“${name}” is approved`);
    expect(await statusOf(id)).toEqual({ status: 'APPROVED', rejectionReason: null });
    expect(await reopen(link, 'admin')).toBe(`Already decided: “${name}” is approved.`);
  });

  it('reject an event; the mail about it leads its host to the reason', async () => {
    const { id, name } = await submitEvent('speaker');
    const link = await linkInMail('admin', 'event_submitted', name);
    expect(await complete(link, 'admin', 'Reject', 'No talks yet')).toContain(`“${name}” is rejected`);
    expect(await statusOf(id)).toEqual({ status: 'REJECTED', rejectionReason: 'No talks yet' });
    const rejected = await linkInMail('speaker', 'event_rejected', name);
    expect(await reopen(rejected, 'speaker')).toMatch(new RegExp(`“${name}” was rejected.\\s+Reason: No talks yet`));
  });

  it('approve a speaker claim', async () => {
    const { talkId, title, link } = await claim();
    expect(await complete(link, 'host', 'Approve')).toContain(`“${title}” is now listed under the name`);
    expect(await speakersOf(talkId)).toEqual({
      speakers: [{ user: { username: 'speaker' } }],
      event: { pendingClaims: [] },
    });
    expect(await reopen(link, 'host')).toContain('already been decided');
  });

  it('reject a speaker claim', async () => {
    const { talkId, link } = await claim();
    expect(await complete(link, 'host', 'Reject')).toContain('The claim is rejected');
    expect(await speakersOf(talkId)).toEqual({ speakers: [{ user: null }], event: { pendingClaims: [] } });
  });

  it('hide a reported comment', async () => {
    const { id, link } = await report();
    expect(await complete(link, 'host', 'Keep hidden')).toBe('Decided: the comment stays hidden.');
    expect(await commentOf(id)).toBeNull();
    expect(await reopen(link, 'host')).toMatch(/^Already decided by .+: the comment stays hidden\.$/);
  });

  it('show a reported comment again', async () => {
    const { id, text, link } = await report();
    expect(await complete(link, 'host', 'Show again')).toBe('Decided: the comment is visible again.');
    expect(await commentOf(id)).toEqual({ text });
  });
});

describe('The dashboard', () => {
  it('is accessible and fits a phone, with tasks of every kind, in light and dark', async () => {
    const { id, name } = await submitEvent('speaker');
    await claim();
    await report();
    const link = await linkInMail('admin', 'event_submitted', name);
    const { context, page, errors } = await follow(link, 'admin');
    const sections = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    const problems: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      problems.push(...(await allProblems(page)));
    }
    const fits = await fitsNarrowScreen(page);
    await savePictures(page, 'dashboard');
    await context.close();
    // The number of pending events per user is limited, also across runs on the same service.
    await graphAs('admin', 'mutation ($input: ApproveEventInput!) { approveEvent(input: $input) { event { id } } }', {
      input: { eventId: id },
    });
    expect({ problems, fits, errors }).toEqual({ problems: [], fits: true, errors: [] });
    expect(sections).toEqual(expect.arrayContaining(['From your mail', 'Speaker claims', 'Reported comments']));
  });

  it('works by keyboard, and tells that another host has decided', async () => {
    const { talkId, speaker, link } = await claim();
    const { context, page } = await follow(link, 'host');
    const input = { talkId, speakerName: speaker, username: 'speaker' };
    const reject = 'mutation ($input: RejectSpeakerClaimInput!) { rejectSpeakerClaim(input: $input) { talk { id } } }';
    await graphAs('admin', reject, { input });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const said = await outcome(page).innerText();
    const problems = await allProblems(page);
    await savePictures(page, 'dashboard-decided');
    await context.close();
    expect(said).toBe('Another host has already decided on this claim.');
    expect(problems).toEqual([]);
    expect(await speakersOf(talkId)).toMatchObject({ event: { pendingClaims: [] } });
  });

  it('keeps a task whose decision fails, and says why', async () => {
    const { link } = await report();
    const { context, page } = await follow(link, 'host');
    const task = page.getByRole('article').first();
    await page.route('**/graphql', (route) => route.abort());
    await task.getByRole('button', { name: 'Show again' }).click();
    const failed = await outcome(page).innerText();
    await page.unroute('**/graphql');
    await task.getByRole('button', { name: 'Show again' }).click();
    await page.getByText('Decided: ').waitFor();
    await context.close();
    expect(failed).toBe('The service could not be reached. Please try again.');
  });

  it('has nothing to do for other users, and logs them out', async () => {
    const { context, page, errors } = await follow(new URL('/dashboard', serviceUrl()), 'attendee');
    const said = await outcome(page).innerText();
    const problems = await allProblems(page);
    await savePictures(page, 'dashboard-empty');
    await button(page, 'Log out').click();
    await page.getByText('You are logged out.').waitFor();
    const left = await page.evaluate('Object.keys(sessionStorage)');
    await context.close();
    expect(said).toContain('Nothing to do.');
    expect({ problems, left, errors }).toEqual({ problems: [], left: [], errors: [] });
  });
});
