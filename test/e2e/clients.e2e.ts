import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { bundleClient } from '../frontend/bundle-client.js';
import { idsOf, type ConditionalAnswers, type EventPage, type Story, type Visit } from '../frontend/clients/story.js';
import { launchOfflineBrowser, serviceUrl } from './offline-browser.js';

const CLIENTS = ['apollo', 'urql', 'relay'] as const;

let browser: Browser;
let site: Server;
let origin: string;
let token: string;
let upcoming: string[];
let talk: Story['talk'];

const post = async (path: string, body: object) => {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(new URL(path, serviceUrl()), { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, unknown>;
};
const read = async (query: string) => (await post('/graphql', { query }))['data'];

/** A site of another origin: a page, and the bundle of each client. */
async function serveSite(): Promise<Server> {
  const bundles = new Map<string, string>();
  for (const name of CLIENTS) bundles.set(`/${name}.js`, await bundleClient(name));
  const server = createServer(({ url = '' }, response) => {
    const bundle = bundles.get(url);
    response.setHeader('Content-Type', bundle === undefined ? 'text/html' : 'text/javascript');
    response.end(bundle ?? '<!doctype html><title>Clients</title><link rel="icon" href="data:,">');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

beforeAll(async () => {
  browser = await launchOfflineBrowser();
  site = await serveSite();
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const login = { username: 'attendee', password: 'lectern-demo', client_id: 'demo', client_secret: 'demo-secret' };
  token = String((await post('/v2.1/token', { grant_type: 'password', ...login }))['access_token']);
  const page = (await read('{ events(filter: UPCOMING, first: 4) { edges { node { id } } } }')) as EventPage;
  upcoming = idsOf(page);
  const found = (await read('{ talk(id: "66") { id description event { id description } } }')) as Pick<Story, 'talk'>;
  talk = found.talk;
});

afterAll(async () => {
  await browser.close();
  site.close();
  await once(site, 'close');
});

/** Runs a function of the bundle in a fresh profile; the result contains the browser's console errors. */
async function runIn<Result = Story>(client: string, story: 'run' | 'runDefaults' | 'conditions', visit: Visit) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(origin);
    const call = `import('/${client}.js').then((client) => client.${story}(${JSON.stringify(visit)}))`;
    return { story: await page.evaluate<Result>(call), errors };
  } finally {
    await context.close();
  }
}

describe('from another origin, in Chromium', () => {
  it.each([
    ['Apollo Client with its defaults', 'apollo', 'runDefaults'],
    ['Apollo Client as documented', 'apollo', 'run'],
    ['urql with its defaults', 'urql', 'runDefaults'],
    ['urql with Graphcache as documented', 'urql', 'run'],
    ['Relay with the documented getDataID', 'relay', 'run'],
  ] as const)('%s lists, paginates, comments and stars with a token', async (_, client, story) => {
    expect(new URL(origin).origin).not.toBe(serviceUrl().origin);
    const text = `From ${client}: ${randomBytes(6).toString('hex')}`;
    const visit = { base: serviceUrl().origin, token, talkId: talk.id, text };
    expect(await runIn(client, story, visit)).toEqual({
      errors: [],
      story: {
        pages: [upcoming.slice(0, 2), upcoming.slice(2, 4)],
        merged: story === 'run' ? upcoming : null,
        talk,
        viewerHasStarred: true,
        comment: text,
      },
    });
  });

  it.each(['apollo', 'relay'] as const)(
    '%s receives five equal responses to a query with shared, conditional fragments, for each value',
    async (client) => {
      const fields = 'nodes { id name timeZone slug description }';
      const { events } = (await read(`{ events(filter: UPCOMING, first: 2) { ${fields} } }`)) as {
        events: { nodes: Record<string, string>[] };
      };
      const expected = (omitted: string) =>
        Array.from({ length: 5 }, () => events.nodes.map(({ [omitted]: _, ...rest }) => rest));
      const visit = { base: serviceUrl().origin, token, talkId: '', text: '' };
      const { story, errors } = await runIn<ConditionalAnswers>(client, 'conditions', visit);
      expect(errors).toEqual([]);
      expect(story.narrow).toMatchObject(expected('description'));
      expect(story.wide).toMatchObject(expected('slug'));
      for (const answers of [story.narrow, story.wide])
        expect(answers.slice(1)).toEqual(answers.slice(1).map(() => answers[0]));
    },
  );
});
