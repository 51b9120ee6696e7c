import { readdir, readFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import type { Page } from 'playwright-core';
import type { MailKind } from '../../src/core/mail-kinds.js';
import { eventually } from '../support/process.js';
import { button, post } from './account-steps.js';
import { serviceUrl } from './offline-browser.js';

/** Tasks of the demo accounts, created through the API. */

const dataDirectory = process.env['LECTERN_DATA_DIR'] ?? '.data';
const PASSWORD = 'lectern-demo';
const CLIENT = { client_id: 'demo', client_secret: 'demo-secret' };

export type Account = 'admin' | 'host' | 'speaker' | 'attendee';

const unique = () => randomBytes(4).toString('hex');

const tokens = new Map<Account, string>();

async function tokenOf(username: Account): Promise<string> {
  const known = tokens.get(username);
  if (known !== undefined) return known;
  const response = await post('/v2.1/token', { grant_type: 'password', username, password: PASSWORD, ...CLIENT });
  const { access_token: token } = (await response.json()) as { access_token: string };
  tokens.set(username, token);
  return token;
}

/** Runs a GraphQL operation as a demo account. */
export async function graphAs<Data>(username: Account, query: string, variables: object = {}): Promise<Data> {
  const response = await fetch(new URL('/graphql', serviceUrl()), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await tokenOf(username)}` },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}

/** Submits an event that is running now. Events of the host, who is trusted, are approved at once. */
export async function submitEvent(submitter: Account): Promise<{ id: string; name: string }> {
  const name = `Days of ${unique()}`;
  const [startDate, endDate] = [Date.now() - 3_600_000, Date.now() + 86_400_000].map((ms) =>
    new Date(ms).toISOString(),
  );
  const description = `What people do with ${name}.\n\nTwo days of talks & <b>workshops</b>.`;
  const input = { name, description, location: 'Utrecht', startDate, endDate, timeZone: 'Europe/Amsterdam' };
  const { submitEvent: submitted } = await graphAs<{ submitEvent: { event: { id: string } } }>(
    submitter,
    'mutation ($input: SubmitEventInput!) { submitEvent(input: $input) { event { id } } }',
    { input },
  );
  return { id: submitted.event.id, name };
}

/** An approved event of the host with one talk, whose speaker is unclaimed. */
export async function createTalk(): Promise<{ eventId: string; talkId: string; title: string; speaker: string }> {
  const { id: eventId } = await submitEvent('host');
  const speaker = `Sam ${unique()}`;
  const title = `The talk of ${speaker}`;
  const talk = { title, description: 'A talk', durationMinutes: 45 };
  const input = { eventId, ...talk, startDate: new Date().toISOString(), speakers: [speaker] };
  const { addTalk } = await graphAs<{ addTalk: { talk: { id: string } } }>(
    'host',
    'mutation ($input: AddTalkInput!) { addTalk(input: $input) { talk { id } } }',
    { input },
  );
  return { eventId, talkId: addTalk.talk.id, title, speaker };
}

/** The address of a demo account. */
const addressOf = async (username: Account): Promise<string> =>
  (await graphAs<{ viewer: { email: string } }>(username, '{ viewer { email } }')).viewer.email;

/** Waits for the mail of a kind to a demo account that has a text, and returns its link. */
export async function linkInMail(to: Account, kind: MailKind, about: string): Promise<URL> {
  const folder = join(dataDirectory, 'mail');
  const address = await addressOf(to);
  let link: string | undefined;
  await eventually(async () => {
    const names = (await readdir(folder).catch(() => [])).filter(
      (name) => name.includes(`-${kind}-`) && name.endsWith('.eml'),
    );
    const mails = await Promise.all(names.map(async (name) => simpleParser(await readFile(join(folder, name)))));
    const found = mails.find(
      (mail) => mail.text?.includes(about) && [mail.to].flat().some((one) => one?.text.includes(address)),
    );
    link = /https?:\S+/.exec(found?.text ?? '')?.[0];
    return link !== undefined;
  });
  return new URL(link ?? '');
}

/** Fills in the login form. */
export async function logInAs(page: Page, username: Account): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Log in').click();
}
