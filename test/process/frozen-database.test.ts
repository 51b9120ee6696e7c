import { afterEach, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { ask as askGraph } from '../graphql/ask.js';
import { ask } from '../rest/ask.js';
import { cleanUp } from '../support/clean-up.js';
import { poolOn, signalPostgres } from '../support/data-folder.js';
import { createEvent, createTalk, createToken, createUser } from '../support/factories.js';
import { preparedFolder } from '../support/prepared-folder.js';
import { eventually, startProcess, statusOf, type ServiceProcess } from '../support/process.js';

/** Without fail-fast, statements that PostgreSQL cannot time out wait forever. */
const ANSWERED_WITHIN_MS = 10_000;
/** Maximum time of a fast failure; the minimum of several attempts, as the machine may be busy. */
const AT_ONCE_MS = 500;
const TRIES = 8;
const WELL_WITHIN_MS = 30_000;

afterEach(cleanUp);

interface Outcome {
  /** A status, or the code of a GraphQL error. */
  readonly said: number | string;
  readonly retryAfter: string | null;
  readonly at: number;
}

const READ = 'query ($id: ID!) { talk(id: $id) { title comments(first: 5) { nodes { text } } } }';
const WRITE = 'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id } } }';

let serial = 0;

/** A read and a write through REST and GraphQL. */
function askAll(service: ServiceProcess, talk: string, token: string): Promise<Outcome[]> {
  const comment = () => `Remark ${(serial += 1)}`;
  const rest = async (path: string, body?: { comment: string; rating: number }): Promise<Outcome> => {
    const { status, headers } = await ask(service, path, { token, ...(body && { method: 'POST', body }) });
    return { said: status, retryAfter: headers.get('retry-after'), at: performance.now() };
  };
  const graph = async (query: string, variables: Record<string, unknown>): Promise<Outcome> => {
    const { status, errors } = await askGraph(service, query, { variables, token, isSentOnce: true });
    return { said: errors[0]?.extensions.code ?? status, retryAfter: null, at: performance.now() };
  };
  return Promise.all([
    rest(`/v2.1/talks/${talk}`),
    rest(`/v2.1/talks/${talk}/comments`, { comment: comment(), rating: 3 }),
    graph(READ, { id: talk }),
    graph(WRITE, { input: { talkId: talk, text: comment(), rating: 4 } }),
  ]);
}

const saidIn = (outcomes: readonly Outcome[]) => outcomes.map(({ said, retryAfter }) => [said, retryAfter]);

const UNAVAILABLE = [
  [503, '2'],
  [503, '2'],
  ['UNAVAILABLE', null],
  ['UNAVAILABLE', null],
];
const GOOD = [
  [200, null],
  [201, null],
  [200, null],
  [200, null],
];

/** Blocks reads and writes of talks in PostgreSQL until the result is called. */
async function holdTalks(pool: pg.Pool): Promise<() => Promise<void>> {
  const lock = await pool.connect();
  await lock.query('begin');
  await lock.query('lock table talks in access exclusive mode');
  return async () => {
    await lock.query('rollback');
    lock.release();
  };
}

async function untilWaiting(pool: pg.Pool, count: number): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await pool.query("select from pg_stat_activity where wait_event_type = 'Lock'");
    return rowCount === count;
  });
}

it('a frozen PostgreSQL makes requests fail fast, and the service recovers immediately when it resumes', async () => {
  const folder = await preparedFolder('empty');
  const environment = { DATA_DIR: folder, DEMO_DATA: 'false', TALK_COMMENT_LIMIT: 'off' };
  const service = await startProcess(environment);
  const pool = await poolOn(folder);
  const talk = await createTalk(pool, await createEvent(pool));
  const token = await createToken(pool, await createUser(pool));
  expect(saidIn(await askAll(service, talk, token))).toEqual(GOOD);

  const letGo = await holdTalks(pool);
  const taken = askAll(service, talk, token);
  await untilWaiting(pool, 4);
  await signalPostgres(folder, 'SIGSTOP');
  try {
    const frozenAt = performance.now();
    const fresh = askAll(service, talk, token);
    expect(await statusOf(`${service.adminBase}/live`)).toBe(200);
    for (const asked of [taken, fresh]) {
      const outcomes = await asked;
      expect(saidIn(outcomes)).toEqual(UNAVAILABLE);
      expect(Math.max(...outcomes.map(({ at }) => at)) - frozenAt).toBeLessThan(ANSWERED_WITHIN_MS);
    }
    // Longer than the timeout of the probe.
    await delay(1_500);
    let shortest = Infinity;
    for (let tried = 0; tried < TRIES && shortest >= AT_ONCE_MS; tried += 1) {
      const laterAt = performance.now();
      expect(saidIn(await askAll(service, talk, token))).toEqual(UNAVAILABLE);
      shortest = Math.min(shortest, performance.now() - laterAt);
    }
    expect(shortest).toBeLessThan(AT_ONCE_MS);
    expect(await statusOf(`${service.adminBase}/live`)).toBe(200);
    expect(await statusOf(`${service.adminBase}/ready`)).toBe(503);
  } finally {
    await signalPostgres(folder, 'SIGCONT');
  }
  await letGo();
  const thawedAt = performance.now();
  await eventually(async () => (await ask(service, '/v2.1/events', { token })).status === 200);
  expect(performance.now() - thawedAt).toBeLessThan(WELL_WITHIN_MS);
  expect(saidIn(await askAll(service, talk, token))).toEqual(GOOD);
  const said = service.output();
  expect(said.match(/PostgreSQL unresponsive/g)).toHaveLength(1);
  expect(said.match(/PostgreSQL responsive again/g)).toHaveLength(1);
});
