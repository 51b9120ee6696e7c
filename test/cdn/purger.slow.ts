import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startPurger, type Purger } from '../../src/http/cdn/purger.js';
import type { Run } from '../../src/database/sql/statement.js';
import { createRun } from '../../src/core/transaction/run.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import * as make from '../support/factories.js';
import { eventually } from '../support/process.js';
import { startFakeCdn, type FakeCdn } from './fake-cdn.js';

let database: TestDatabase;
let run: Run;
let cdn: FakeCdn;
let event = '';
let incarnation = '';
let isDatabaseDown = false;
let lines: string[] = [];
let counts: string[] = [];
const purgers: Purger[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  const real = createRun(database.pool, { prepared: true });
  run = async (statement, args) => {
    if (isDatabaseDown) throw new Error('The database is down');
    const rows = await real(statement, args);
    return rows.map((row) => ('incarnation' in Object(row) ? { ...row, incarnation } : row));
  };
  event = await make.createEvent(database.pool);
});
afterAll(() => database.drop());
beforeEach(async () => {
  cdn = await startFakeCdn();
  [isDatabaseDown, incarnation, lines, counts] = [false, 'first', [], []];
});
afterEach(async () => {
  for (const purger of purgers.splice(0)) await purger.stop();
  await cdn.close();
});

const log = {
  info: (...given: unknown[]) => void lines.push(JSON.stringify(given)),
  warn: (...given: unknown[]) => void lines.push(JSON.stringify(given)),
} as never;

function start(keyHeader = 'xkey', urls: readonly string[] = [cdn.url]): Purger {
  const settings = { urls, headers: { 'Api-Key': 'very secret' }, keyHeader };
  const metrics = { count: (_: string, outcome = '') => void counts.push(outcome) };
  const purger = startPurger({ settings, run, poll: run, log, metrics });
  purgers.push(purger);
  return purger;
}
const rename = () => database.pool.query(`update events set name = name || '!' where id = $1`, [event]);
const changed = () => ['lectern-any', `lectern-${event}`, 'lectern--2'];
const everything = ['lectern'];

describe('the purger of a CDN', () => {
  it('purges everything when it starts, and then the keys of each commit, which it repeats', async () => {
    start();
    await eventually(() => cdn.received.length >= 1);
    expect(cdn.keys()[0]).toEqual(everything);
    await rename();
    const isOfCommit = ({ headers }: FakeCdn['received'][number]) =>
      String(headers['xkey']).split(' ').includes(`lectern-${event}`);
    await eventually(() => cdn.received.some(isOfCommit));
    const [purge] = cdn.received.filter(isOfCommit) as [FakeCdn['received'][number]];
    expect(String(purge.headers['xkey']).split(' ')).toEqual(expect.arrayContaining(changed()));
    expect([purge.method, purge.path, purge.headers['api-key']]).toEqual(['POST', '/purge', 'very secret']);
    // The repetitions may be part of those of everything; those of its start come earlier.
    const isRepeated = (fromMs: number, toMs: number) =>
      cdn.received.some(({ at }) => at - purge.at >= fromMs && at - purge.at < toMs);
    await eventually(() => isRepeated(10_000, Infinity));
    expect(isRepeated(1_000, 10_000)).toBe(true);
  });

  it('purges everything for another incarnation of the database, even without commits', async () => {
    start();
    // Those of the start, and their repetitions.
    await eventually(() => cdn.received.length >= 3);
    incarnation = 'second';
    await eventually(() => cdn.received.length >= 4);
    expect(cdn.keys()).toEqual([everything, everything, everything, everything]);
  });

  it('retries while the CDN is down, loses no key, and logs neither each failure nor the key of the API', async () => {
    const purger = start();
    await eventually(() => cdn.received.length >= 1);
    await eventually(() => purger.lagSeconds() === 0);
    cdn.status = 503;
    await rename();
    await eventually(() => cdn.received.length >= 4);
    expect(purger.lagSeconds()).toBeGreaterThan(0.1);
    cdn.status = 200;
    const failed = cdn.received.length;
    await eventually(() => purger.lagSeconds() === 0);
    const sent = new Set(
      cdn
        .keys()
        .slice(failed - 1)
        .flat(),
    );
    expect(sent.has('lectern') || changed().every((key) => sent.has(key))).toBe(true);
    const about = lines.filter((line) => /Failed to purge|Resumed/.test(line));
    expect([about.length, lines.join().includes('very secret')]).toEqual([2, false]);
    expect([...new Set(counts)].sort()).toContain('failed');
  });

  it('purges what was committed while it could not poll', async () => {
    start();
    await eventually(() => cdn.received.length >= 1);
    isDatabaseDown = true;
    await sleep(50);
    await rename();
    isDatabaseDown = false;
    await eventually(() => cdn.keys().flat().includes(`lectern-${event}`));
  });

  it('runs in one process; the next one takes over when it stops, and purges everything', async () => {
    const first = start();
    await eventually(() => cdn.received.length >= 1);
    const other = await startFakeCdn();
    start('xkey', [other.url]);
    await rename();
    await eventually(() => cdn.received.length >= 2);
    await sleep(1_200);
    expect(other.received).toEqual([]);
    const last = await make.createEvent(database.pool);
    await first.stop();
    // The last commit is purged before the lease is released.
    expect(cdn.keys().flat()).toContain(`lectern-${last}`);
    await eventually(() => other.received.length > 0);
    expect(other.keys()[0]).toEqual(everything);
    await purgers.pop()?.stop();
    await other.close();
  });

  it('purges at several URLs, independently of each other', async () => {
    const other = await startFakeCdn();
    cdn.status = 0;
    start('xkey', [cdn.url, other.url]);
    await eventually(() => other.received.length >= 1);
    await rename();
    await eventually(() => other.keys().flat().includes(`lectern-${event}`));
    cdn.status = 200;
    await other.close();
  });

  it('sends tags in JSON to Cloudflare', async () => {
    start('Cache-Tag');
    await eventually(() => cdn.received.length >= 1);
    const [{ body, headers }] = cdn.received as [FakeCdn['received'][number]];
    expect([JSON.parse(body), headers['content-type'], headers['cache-tag']]).toEqual([
      { tags: everything },
      'application/json',
      undefined,
    ]);
  });
});
