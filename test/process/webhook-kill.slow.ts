import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import * as make from '../support/factories.js';
import { eventually, startProcess, type ServiceProcess } from '../support/process.js';
import { replying, startReceiver, type Receiver } from '../webhooks/receiver.js';

const KILLS = 5;
const COMMENTS_PER_SECOND = 20;
const SECONDS_BETWEEN_KILLS = 4;
const LIMIT_MS = 60_000;

let database: TestDatabase;
let receiver: Receiver;
beforeAll(async () => {
  database = await freshDatabase();
  receiver = await startReceiver(replying(204));
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

const start = async (): Promise<ServiceProcess> =>
  startProcess({
    ...{ DATABASE_URL: urlOf(database.address), DATA_DIR: await dataFolder(), WORKERS: '1' },
    ...{ WEBHOOK_ALLOW: receiver.host, LIMIT_REQUESTS_ADDRESS: 'off', TALK_COMMENT_LIMIT: 'off' },
    SECRET_KEY: 'the same secret key in all services',
  });

const CREATE = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret } }`;

interface Message {
  readonly id: string;
  readonly comment: string;
}

it('each acknowledged comment is delivered under one ID within 60 s, across killed processes', async () => {
  const { pool } = database;
  const event = await make.createEvent(pool);
  const talk = await make.createTalk(pool, event);
  const host = await make.createUser(pool);
  await make.createHost(pool, event, host);
  const hostToken = await make.createToken(pool, host);
  const authors = await Promise.all(Array.from({ length: 40 }, () => make.createUser(pool)));
  const tokens = await Promise.all(authors.map((author) => make.createToken(pool, author)));
  let service = await start();
  const json = { 'Content-Type': 'application/json' };
  const created = await fetch(`${service.base}/graphql`, {
    method: 'POST',
    headers: { ...json, Authorization: `Bearer ${hostToken}` },
    body: JSON.stringify({
      query: CREATE,
      variables: {
        input: { eventId: event, url: `http://${receiver.host}/`, kinds: ['TALK_COMMENT_CREATED'] },
      },
    }),
  });
  const { secret } = ((await created.json()) as { data: { createWebhook: { secret: string } } }).data.createWebhook;

  await eventually(async () => (await pool.query('select from webhooks where verified_url = url')).rowCount === 1);

  const acknowledged: string[] = [];
  let count = 0;
  const comment = async (): Promise<void> => {
    count += 1;
    const response = await fetch(`${service.base}/v2.1/talks/${talk}/comments`, {
      method: 'POST',
      headers: { ...json, Authorization: `Bearer ${tokens[count % tokens.length]}` },
      body: JSON.stringify({ comment: `Comment ${count}`, rating: 4 }),
      // The connection to a killed process breaks: the outcome is unknown.
    }).catch(() => null);
    const id = response?.status === 201 ? response.headers.get('Location')?.split('/').at(-1) : undefined;
    if (id !== undefined) acknowledged.push(id);
  };

  const writing = new AbortController();
  const pending = new Set<Promise<void>>();
  const writer = (async () => {
    while (!writing.signal.aborted) {
      const one = comment().finally(() => pending.delete(one));
      pending.add(one);
      await sleep(1000 / COMMENTS_PER_SECOND);
    }
    await Promise.all(pending);
  })();
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(SECONDS_BETWEEN_KILLS * 1000);
    service.child.kill('SIGKILL');
    await service.ended;
    service = await start();
  }
  const restarted = Date.now();
  writing.abort();
  await writer;

  const messages = (): Message[] =>
    receiver.requests.map(({ body, headers }) => {
      const { data } = new Webhook(secret).verify(body, headers as Record<string, string>) as { data: { id: string } };
      return { id: String(headers['webhook-id']), comment: data.id };
    });
  const missing = () => {
    const delivered = new Set(messages().map(({ comment: id }) => id));
    return acknowledged.filter((id) => !delivered.has(id));
  };
  while (missing().length > 0 && Date.now() - restarted < LIMIT_MS) await sleep(200);

  expect(acknowledged.length).toBeGreaterThan(KILLS * COMMENTS_PER_SECOND);
  expect(missing()).toEqual([]);
  const ids = Map.groupBy(messages(), (message) => message.comment);
  expect([...ids.values()].filter((ofComment) => new Set(ofComment.map(({ id }) => id)).size > 1)).toEqual([]);
});
