import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { button, mailedPath, outcome, PASSWORD, register, savePictures, post, type Person } from './account-steps.js';
import { allProblems } from './judged-by-axe.js';
import { launchOfflineBrowser, openOffline, serviceUrl } from './offline-browser.js';

interface Talk {
  readonly uri: string;
  readonly website_uri: string;
  readonly stub: string;
  readonly comment_count: number;
}

const href = (path: string) => new URL(path, serviceUrl()).href;
const pathOf = (url: string) => new URL(url).pathname;
const read = async <Value>(url: string) => (await fetch(href(url))).json() as Promise<Value>;

let browser: Browser;
/** An event that has started, with a programme, and one of its talks with comments. */
let event: {
  readonly start_date: string;
  readonly talks_count: number;
  readonly talks_uri: string;
  readonly website_uri: string;
};
let talk: Talk;
/** An event to which talks are added, which no other suite counts. */
let past: typeof event;
let host: { readonly Authorization: string; readonly 'Content-Type': string };

beforeAll(async () => {
  browser = await launchOfflineBrowser();
  const about = await read<{ demo: { readonly password: string } }>('/graphql/assets/about.json');
  const client = { client_id: 'demo', client_secret: 'demo-secret' };
  const login = { grant_type: 'password', username: 'host', password: about.demo.password, ...client };
  const { access_token: token } = (await (await post('/v2.1/token', login)).json()) as { access_token: string };
  host = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const [user] = (await read<{ users: { hosted_events_uri: string }[] }>('/v2.1/users?username=host&verbose=yes'))
    .users;
  const { events } = await read<{ events: (typeof event)[] }>(`${user?.hosted_events_uri}?resultsperpage=0`);
  // Other suites add events with a talk or two.
  const started = events.filter(({ start_date: start }) => Date.parse(start) < Date.now());
  event = started.reduce((one, other) => (other.talks_count > one.talks_count ? other : one));
  past = events.at(-1)!;
  const { talks } = await read<{ talks: Talk[] }>(`${event.talks_uri}?resultsperpage=0`);
  talk = talks.find(({ comment_count: comments }) => comments > 3)!;
});
afterAll(() => browser.close());

const pages: [string, () => string][] = [
  ['event', () => pathOf(event.website_uri)],
  ['event-with-call', () => '/e/kupu'],
  ['talk', () => pathOf(talk.website_uri)],
  ['user', () => '/user/speaker'],
  ['host', () => '/user/host'],
];

describe('The pages for people, in a browser that reaches no other host', () => {
  it.each(pages)('%s: without problems in light and dark, wide and narrow', async (name, path) => {
    const { context, page, foreignRequests, errors } = await openOffline(browser, path());
    const problems: string[] = [];
    const wide: number[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 });
        problems.push(...(await allProblems(page)));
        if (await page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)) {
          wide.push(width);
        }
      }
    }
    await savePictures(page, `page-${name}`);
    await context.close();
    expect({ problems, wide, foreignRequests, errors }).toEqual({
      ...{ problems: [], wide: [], foreignRequests: [], errors: [] },
    });
  });

  it.each(pages)('%s: readable without JavaScript', async (_, path) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(href(path()));
    const text = await page.locator('main').innerText();
    const controls = await page.getByRole('button', { name: 'I am this speaker' }).count();
    await context.close();
    expect(text.length).toBeGreaterThan(100);
    expect(controls).toBe(0);
  });

  it('lead from an event to a talk and to its speaker', async () => {
    const { context, page } = await openOffline(browser, pathOf(event.website_uri));
    await page.locator('.slot .title a').first().click();
    const title = await page.locator('h1').innerText();
    await page.locator('.speakers a').first().click();
    const talks = await page.locator('.title a').allInnerTexts();
    await context.close();
    expect(talks).toContain(title);
  });
});

/** Adds a talk with one speaker, who has no account yet. */
async function addTalk(speaker: string): Promise<Talk> {
  const body = JSON.stringify({
    ...{ talk_title: 'A new talk', talk_description: 'Something new.', type: 'Talk', language: 'English - UK' },
    ...{ duration: 30, speakers: [speaker] },
    start_date: past.start_date,
  });
  const added = await fetch(href(past.talks_uri), { method: 'POST', headers: host, body });
  expect(added.status).toBe(201);
  return ((await added.json()) as { talks: [Talk] }).talks[0];
}

async function verified(): Promise<Person> {
  const person = await register();
  const token = new URL(href(await mailedPath(person, 'welcome'))).searchParams.get('token');
  await post('/v2.1/users/verifications', { token });
  return person;
}

/** Claims the talk on its page by one button; the login form is in between. */
async function claim(page: Page, person: Person): Promise<string> {
  await page.getByRole('button', { name: 'I am this speaker' }).click();
  return logInWith(page, person);
}

/** Logs in, and returns what the page then says. */
async function logInWith(page: Page, { username }: Person): Promise<string> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Log in').click();
  return outcome(page).innerText();
}

describe('A speaker', () => {
  it('confirms the assignment of the mail by two clicks, and is linked', async () => {
    const person = await verified();
    const added = await addTalk('Ada Reader');
    const body = JSON.stringify({ display_name: 'Ada Reader', username: person.username });
    const assigned = await fetch(href(`${added.uri}/speakers`), { method: 'POST', headers: host, body });
    expect(assigned.status).toBeLessThan(300);

    const { context, page, errors } = await openOffline(browser, await mailedPath(person, 'talk_assigned'));
    const told = await claim(page, person);
    const problems = await allProblems(page);
    await savePictures(page, 'page-claimed');
    await page.reload();
    await page.locator('.speakers a').click();
    await page.locator('.title').waitFor();
    const address = page.url();
    const talks = await page.locator('.title a').allInnerTexts();
    await context.close();
    expect({ told, problems, errors }).toEqual({
      told: expect.stringContaining('now listed as a speaker'),
      problems: [],
      errors: [],
    });
    expect([address, talks]).toEqual([href(`/user/${person.username}`), ['A new talk']]);
  });

  it('claims a talk without an assignment, which a host has yet to confirm; a second claim tells so', async () => {
    const person = await verified();
    const added = await addTalk('Bob Reader');
    const { context, page } = await openOffline(browser, pathOf(added.website_uri));
    const problems = await allProblems(page);
    await savePictures(page, 'page-unclaimed');
    const told = await claim(page, person);
    await page.reload();
    await page.getByRole('button', { name: 'I am this speaker' }).click();
    const again = await outcome(page).innerText();
    const speaker = await page.locator('.speakers li').innerText();
    await context.close();
    expect(problems).toEqual([]);
    expect(told).toContain('Once a host of the event confirms your claim');
    expect(again).toMatch(/pending/i);
    expect(speaker).toContain('Bob Reader');
  });

  it('who cancels the login claims nothing', async () => {
    const added = await addTalk('Eve Reader');
    const { context, page } = await openOffline(browser, pathOf(added.website_uri));
    await page.getByRole('button', { name: 'I am this speaker' }).click();
    await button(page, 'Log in').waitFor();
    await page.goto(href(pathOf(added.website_uri)));
    await page.getByRole('button', { name: 'I am this speaker' }).waitFor();
    const told = await outcome(page).count();
    await context.close();
    expect(told).toBe(0);
  });
});

it('an attendee sends feedback from the page of a talk, which shows it at once', async () => {
  const person = await verified();
  const { events } = await read<{ events: [typeof event] }>('/v2.1/events?stub=patchwork');
  const { talks } = await read<{ talks: (Talk & { comments_enabled: number })[] }>(events[0].talks_uri);
  const open = talks.find(({ comments_enabled: enabled }) => enabled === 1)!;
  const { context, page, errors } = await openOffline(browser, pathOf(open.website_uri));
  await page.getByText('4 stars').first().click({ force: true });
  await page.getByLabel('Your feedback').fill(`From ${person.username}`);
  await button(page, 'Send feedback').click();
  const told = await logInWith(page, person);
  await page.reload();
  const comments = await page.locator('.comments').innerText();
  await context.close();
  expect(told).toContain('Your feedback is public now');
  expect(comments).toContain(`From ${person.username}`);
  expect(errors).toEqual([]);
});
