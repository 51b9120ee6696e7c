import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import * as make from '../support/factories.js';
import { startProcess, type ServiceProcess } from '../support/process.js';

const COMMENTS = 100_000;
const MEGABYTE = 2 ** 20;

let database: TestDatabase;
let service: ServiceProcess;
let [event, token] = ['', ''];
beforeAll(async () => {
  database = await freshDatabase();
  const { pool } = database;
  event = await make.createEvent(pool);
  const talk = await make.createTalk(pool, event);
  const host = await make.createUser(pool);
  await make.createHost(pool, event, host);
  token = await make.createToken(pool, host);
  await pool.query(
    `insert into talk_comments (event_id, talk_id, user_id, rating, comment, created_at)
      select $1, $2, $3, 1 + n % 5, 'Comment ' || n || repeat(' about the talk', 20), now() - n * interval '1 second'
      from generate_series(1, $4::int) n`,
    [event, talk, host, COMMENTS],
  );
  service = await startProcess({
    ...{ DATABASE_URL: urlOf(database.address), DATA_DIR: await dataFolder(), WORKERS: '1' },
  });
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

/** The process whose memory grows: with one worker, the service itself. In bytes. */
function residentMemory(): number {
  const status = readFileSync(`/proc/${service.child.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

interface Download {
  readonly lines: number;
  readonly peak: number;
}

/** Reads a whole export, and the highest memory meanwhile. */
async function download(format: string): Promise<Download> {
  const response = await fetch(`${service.base}/feeds/events/${event}/feedback.${format}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  let [lines, peak] = [0, 0];
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    for (const byte of chunk) if (byte === 10) lines += 1;
    peak = Math.max(peak, residentMemory());
  }
  return { lines, peak };
}

it('exports 100 000 comments with at most 50 MB more memory', async () => {
  // Compiles the code, and fills what grows once.
  for (const format of ['csv', 'ndjson']) await fetch(`${service.base}/feeds/events/1/feedback.${format}`);
  const few = await make.createEvent(database.pool);
  await fetch(`${service.base}/feeds/events/${few}/feedback.csv`, { headers: { Authorization: `Bearer ${token}` } });
  const before = residentMemory();
  const found: Record<string, { lines: number; growth: number }> = {};
  for (const format of ['csv', 'json', 'ndjson']) {
    const { lines, peak } = await download(format);
    found[format] = { lines, growth: Math.round((peak - before) / MEGABYTE) };
  }
  console.info(found);
  for (const { lines, growth } of Object.values(found)) {
    expect(lines).toBeGreaterThanOrEqual(COMMENTS);
    expect(growth).toBeLessThanOrEqual(50);
  }
});
