import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { button, savePictures } from './account-steps.js';
import { allProblems } from './judged-by-axe.js';
import { launchOfflineBrowser, serviceUrl } from './offline-browser.js';

const FOLDER = join(process.cwd(), 'examples');
const types = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
]);

let files: Server;
/** The origin of the frontends, which differs from that of the service. */
let origin: string;
let browser: Browser;
let password: string;

beforeAll(async () => {
  const env = { ...process.env, VITE_LECTERN_URL: serviceUrl().origin };
  await promisify(execFile)('npm', ['run', 'build'], { cwd: FOLDER, env, timeout: 120_000 });
  files = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://127.0.0.1').pathname.replace(/\/$/, '/index.html');
    readFile(join(FOLDER, 'dist', path)).then(
      (body) => response.writeHead(200, { 'Content-Type': types.get(extname(path)) ?? '' }).end(body),
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(files, 'listening');
  origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  browser = await launchOfflineBrowser();
  const about = await fetch(new URL('/graphql/assets/about.json', serviceUrl()));
  ({ password } = ((await about.json()) as { demo: { password: string } }).demo);
}, 180_000);
afterAll(async () => {
  await browser.close();
  files.close();
});

let context: BrowserContext;
let page: Page;
let errors: string[];
afterEach(() => context.close());

async function open(name: string): Promise<void> {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  page = await context.newPage();
  errors = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${origin}/${name}/`);
  await page.getByRole('heading', { name: 'Upcoming events' }).waitFor();
}

const links = (selector: string) => page.locator(`${selector} a`);

/** Finishes the login on the page of the service, and returns to the frontend. */
async function logInAs(username: string): Promise<void> {
  await page.waitForURL((url) => url.origin === serviceUrl().origin);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await button(page, 'Log in').click();
  await page.waitForURL((url) => url.origin === origin);
  await button(page, 'Log out').waitFor();
}

/** Opens the first event with a programme. */
async function openEvent(): Promise<void> {
  for (let index = 0; ; index += 1) {
    await links('ul.lines').nth(index).click();
    await page.getByRole('heading', { name: 'Programme' }).waitFor();
    if ((await links('ol.lines').count()) > 0) return;
    await page.goBack();
    await page.getByRole('heading', { name: 'Upcoming events' }).waitFor();
  }
}

/** An upcoming event of the demo host. */
async function hostedEvent(): Promise<string> {
  const response = await fetch(new URL('/graphql', serviceUrl()), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      query: '{ users(username: "host") { nodes { hostedEvents(first: 1) { nodes { id } } } } }',
    }),
  });
  const { data } = (await response.json()) as {
    data: { users: { nodes: [{ hostedEvents: { nodes: [{ id: string }] } }] } };
  };
  return data.users.nodes[0].hostedEvents.nodes[0].id;
}

describe.each(['apollo', 'urql', 'relay'])('The frontend with %s, on another origin', (name) => {
  it('lists events page by page, and shows the programme of one', async () => {
    await open(name);
    const first = await links('ul.lines').allInnerTexts();
    await button(page, 'More events').click();
    await links('ul.lines').nth(first.length).waitFor();
    const more = await links('ul.lines').allInnerTexts();
    const onList = await allProblems(page);
    await openEvent();
    const onEvent = await allProblems(page);
    const programme = await links('ol.lines').count();
    await savePictures(page, `example-${name}`);

    expect(first).toHaveLength(5);
    expect(more.slice(0, 5)).toEqual(first);
    expect(new Set(more).size).toBeGreaterThan(5);
    expect(programme).toBeGreaterThan(0);
    expect([...onList, ...onEvent]).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('logs in by the login page, stars a talk, comments on it, and logs out', async () => {
    await open(name);
    await openEvent();
    const star = page.locator('button.star').first();
    await star.click();
    await logInAs('attendee');
    await star.waitFor();
    const before = await star.getAttribute('aria-pressed');
    await star.click();
    await page
      .locator(`button.star[aria-pressed="${before === 'true' ? 'false' : 'true'}"]`)
      .first()
      .waitFor();
    await page.reload();
    await star.waitFor();
    const after = await star.getAttribute('aria-pressed');
    await links('ol.lines').first().click();
    const text = `${name}: clear and short (${Date.now()})`;
    await page.getByLabel('Your comment').fill(text);
    await page.getByLabel('Rating').selectOption('4');
    await button(page, 'Send').click();
    await page.getByText('Thank you for your comment.').waitFor();
    await page.getByText(text).waitFor();
    const onTalk = await allProblems(page);
    await page.getByLabel('Your comment').fill(text);
    await button(page, 'Send').click();
    const refused = await page.getByRole('alert').innerText();
    await button(page, 'Log out').click();
    await button(page, 'Log in to comment').waitFor();
    const stored = await page.evaluate('Object.keys(sessionStorage)');

    expect(after).not.toBe(before);
    expect(onTalk).toEqual([]);
    expect(refused).toBe('You have already posted this comment.');
    expect(stored).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('uploads the image of an event as its host, and explains a refusal', async () => {
    const id = await hostedEvent();
    const image = (width: number) =>
      sharp({ create: { width, height: 300, channels: 3, background: '#0f766e' } })
        .png()
        .toBuffer();
    await open(name);
    await button(page, 'Log in').click();
    await logInAs('host');
    await page.evaluate(`location.hash = '#/event/${id}'`);
    const input = page.getByLabel('Image of the event');
    await input.setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: await image(600) });
    const refused = await page.getByRole('alert').innerText();
    const before = await page
      .locator('main img')
      .getAttribute('src', { timeout: 1000 })
      .catch(() => null);
    await input.setInputFiles({ name: 'square.png', mimeType: 'image/png', buffer: await image(300) });
    await page.waitForFunction(
      `document.querySelector('main img') && document.querySelector('main img').src !== ${JSON.stringify(before)}`,
    );
    const width = await page.evaluate<number>(
      "document.querySelector('main img').decode().then(() => document.querySelector('main img').naturalWidth)",
    );

    expect(refused).toBe('The image must be square.');
    expect(width).toBe(140);
    expect(errors).toEqual([]);
  });

  it('renews an expired token', async () => {
    await open(name);
    await button(page, 'Log in').click();
    await logInAs('attendee');
    await page.evaluate(`{
      const session = JSON.parse(sessionStorage.getItem('lectern.session'));
      sessionStorage.setItem('lectern.session', JSON.stringify({ ...session, expiresAt: 0 }));
    }`);
    const stored = async () =>
      JSON.parse(await page.evaluate<string>("sessionStorage.getItem('lectern.session')")) as Record<string, unknown>;
    const before = await stored();
    const renewed = page.waitForResponse((response) => response.url().endsWith('/token'));
    await page.reload();
    const response = await renewed;
    await page.getByRole('heading', { name: 'Upcoming events' }).waitFor();
    const after = await stored();

    expect(response.status()).toBe(200);
    expect(after['refreshToken']).not.toBe(before['refreshToken']);
    expect(after['expiresAt']).toBeGreaterThan(Date.now());
    expect(errors).toEqual([]);
  });
});
