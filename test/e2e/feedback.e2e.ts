import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import jsqr from 'jsqr';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { button, fitsNarrowScreen, outcome, PASSWORD, register, savePictures, type Person } from './account-steps.js';
import { mailedPath, post } from './account-steps.js';
import { allProblems } from './judged-by-axe.js';
import { launchOfflineBrowser, openOffline, serviceUrl } from './offline-browser.js';

const MAX_MS = 30_000;

interface Talk {
  readonly id: number;
  readonly stub: string;
  readonly talk_title: string;
  readonly comments_enabled: number;
}

let browser: Browser;
let talks: readonly Talk[];
let person: Person;
beforeAll(async () => {
  browser = await launchOfflineBrowser();
  const list = (path: string) => fetch(new URL(path, serviceUrl())).then((response) => response.json());
  const { events } = (await list('/v2.1/events?resultsperpage=0')) as { events: { talks_uri: string }[] };
  const lists = (await Promise.all(events.map(({ talks_uri: uri }) => list(`${uri}?resultsperpage=0`)))) as {
    talks: Talk[];
  }[];
  talks = lists.flatMap((one) => one.talks);
  person = await register();
  const token = new URL(await mailedPath(person, 'welcome'), serviceUrl()).searchParams.get('token');
  await post('/v2.1/users/verifications', { token });
});
afterAll(() => browser.close());

const talkThat = (isOpen: boolean) => talks.find((talk) => (talk.comments_enabled === 1) === isOpen)!;

/** What a phone reads from the QR code of a talk. */
async function scan(stub: string): Promise<URL> {
  const svg = await (await fetch(new URL(`/feedback/${stub}.svg`, serviceUrl()))).text();
  const image = sharp(Buffer.from(svg)).resize(400).flatten({ background: '#fff' }).ensureAlpha().raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return new URL(jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data ?? '');
}

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Log in').click();
}

describe('The feedback page of a talk', () => {
  it('leads from the QR code to a comment that v2.1 shows, within 30 s, on a phone', async () => {
    const talk = talkThat(true);
    const begin = performance.now();
    const scanned = await scan(talk.stub);
    expect(scanned.host).toBe(serviceUrl().host);
    const { context, page, foreignRequests, errors } = await openOffline(browser, scanned.pathname);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByText('4 stars').click({ force: true });
    const text = `Feedback of ${person.username}`;
    await page.getByLabel('Your feedback').fill(text);
    await button(page, 'Send feedback').click();
    await logIn(page);
    const told = await outcome(page).innerText();
    const took = performance.now() - begin;
    await context.close();

    const response = await fetch(new URL(`/v2.1/talks/${talk.id}/comments?resultsperpage=0`, serviceUrl()));
    const { comments } = (await response.json()) as { comments: { comment: string; rating: number }[] };
    expect(comments.find(({ comment }) => comment === text)).toMatchObject({ rating: 4 });
    expect(told).toContain('Your feedback is public now');
    expect(took).toBeLessThan(MAX_MS);
    expect({ foreignRequests, errors }).toEqual({ foreignRequests: [], errors: [] });
  });

  it('works by keyboard, keeps what was entered, and tells why feedback is refused', async () => {
    const { context, page } = await openOffline(browser, `/feedback/${talkThat(true).stub}`);
    await page.locator('input[name="rating"]').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.type(`Feedback of ${person.username}`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await logIn(page);
    const told = await outcome(page).innerText();
    const kept = await page.getByLabel('Your feedback').inputValue();
    await savePictures(page, 'feedback-refused');
    await context.close();

    expect(told).toMatch(/already|duplicate/i);
    expect(kept).toBe(`Feedback of ${person.username}`);
  });

  it('says that a second rating of the same talk does not count', async () => {
    const { context, page } = await openOffline(browser, `/feedback/${talkThat(true).stub}`);
    await page.getByText('2 stars').click({ force: true });
    await page.getByLabel('Your feedback').fill(`More feedback of ${person.username}`);
    await button(page, 'Send feedback').click();
    await logIn(page);
    const told = await outcome(page).innerText();
    await context.close();

    expect(told).toContain('Your feedback is public now');
    expect(told).toContain('You have rated this talk before: your first rating counts, and this one does not.');
  });

  it.each([
    ['open', () => `/feedback/${talkThat(true).stub}`],
    ['closed', () => `/feedback/${talkThat(false).stub}`],
    ['unknown', () => '/feedback/none'],
  ])('is accessible and fits a phone: %s', async (name, path) => {
    const { context, page } = await openOffline(browser, path());
    const problems = await allProblems(page);
    const fits = await fitsNarrowScreen(page);
    const forms = await page.locator('form').count();
    await savePictures(page, `feedback-${name}`);
    await context.close();

    expect({ problems, fits, forms }).toEqual({ problems: [], fits: true, forms: name === 'open' ? 1 : 0 });
  });
});
