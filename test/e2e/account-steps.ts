import { readdir, readFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { simpleParser } from 'mailparser';
import type { Page } from 'playwright-core';
import type { MailKind } from '../../src/core/mail-kinds.js';
import { eventually } from '../support/process.js';
import { serviceUrl } from './offline-browser.js';

/** Data folder of the service under test, which contains the mails. */
const dataDirectory = process.env['LECTERN_DATA_DIR'] ?? '.data';
export const PASSWORD = 'correct horse';

export const post = (path: string, body: object) =>
  fetch(new URL(path, serviceUrl()), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Status of a login with this password: 200, or 401 before the address is verified. */
export async function logIn(username: string, password: string): Promise<number> {
  const client = { client_id: 'demo', client_secret: 'demo-secret' };
  return (await post('/v2.1/token', { grant_type: 'password', username, password, ...client })).status;
}

export interface Person {
  readonly username: string;
  readonly email: string;
}

/** A unique name, also across runs on the same service, because reminders are limited per account. */
export function stranger(): Person {
  const username = `reader-${randomBytes(6).toString('hex')}`;
  return { username, email: `${username}@example.org` };
}

/** Registers an account, which sends a mail to verify its address. */
export async function register(): Promise<Person> {
  const person = stranger();
  const { status } = await post('/v2.1/users', { ...person, full_name: 'A Reader', password: PASSWORD });
  expect(status).toBe(201);
  return person;
}

/** The first link in a text whose URL contains `page`. */
const linkTo = (page: string, text: string): string =>
  (text.match(/https?:\S+/g) ?? []).find((link) => link.includes(page)) ?? '';

/** Waits for this many mails of one kind to a user, and returns their links. */
export async function mailedLinks(
  { email }: Pick<Person, 'email'>,
  kind: MailKind,
  count = 1,
  page = '',
): Promise<URL[]> {
  const folder = join(dataDirectory, 'mail');
  let links: URL[] = [];
  await eventually(async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
    const mails = await Promise.all(
      names
        .filter((name) => name.includes(`-${kind}-`))
        .map(async (name) => simpleParser(await readFile(join(folder, name)))),
    );
    links = mails
      .filter(({ to }) => [to].flat().some((one) => one?.text.includes(email)))
      .map(({ text }) => new URL(linkTo(page, text ?? '')));
    return links.length >= count;
  });
  return links;
}

export async function mailedPath(person: Pick<Person, 'email'>, kind: MailKind, leadsTo = ''): Promise<string> {
  const [link] = await mailedLinks(person, kind, 1, leadsTo);
  if (!link) throw new Error('No mail');
  expect(link.host).toBe(serviceUrl().host);
  return link.pathname + link.search;
}

export const outcome = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Screenshots: light and dark, wide and narrow, if `SCREENSHOT_DIR` is set. */
export async function savePictures(page: Page, name: string): Promise<void> {
  const directory = process.env['SCREENSHOT_DIR'];
  if (directory === undefined) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [width, height] of [
      [1280, 800],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: join(directory, `${name}-${colorScheme}-${width}.png`) });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Requires that the page fits a narrow screen. */
export async function fitsNarrowScreen(page: Page): Promise<boolean> {
  await page.setViewportSize({ width: 320, height: 640 });
  const fits = await page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
  await page.setViewportSize({ width: 1280, height: 800 });
  return fits;
}
