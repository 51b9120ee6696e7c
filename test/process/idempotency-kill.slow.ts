import { afterEach, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { times } from '../rest/at-once.js';
import type { Answer } from '../rest/ask.js';
import { postUnder } from '../rest/keyed.js';
import { cleanUp } from '../support/clean-up.js';
import { poolOn } from '../support/data-folder.js';
import { createEvent, createToken, createUser } from '../support/factories.js';
import { preparedFolder } from '../support/prepared-folder.js';
import { startProcess } from '../support/process.js';

const MANY = 60;
const ENOUGH = 20;
const PAUSE_MS = 50;
const comeAgain = new Set([409, 503]);

afterEach(cleanUp);

const replayed = ({ headers }: Answer) => headers.get('idempotency-replayed');

async function said(pool: pg.Pool, event: string): Promise<string[]> {
  const { rows } = await pool.query<{ comment: string }>(
    'select comment from event_comments where event_id = $1 order by comment',
    [event],
  );
  return rows.map(({ comment }) => comment);
}

it('requests to a killed service are retried at the next one, and executed once', async () => {
  const folder = await preparedFolder('empty');
  const killed = await startProcess({ DATA_DIR: folder, DEMO_DATA: 'false' });
  const pool = await poolOn(folder);
  const event = await createEvent(pool);
  const token = await createToken(pool, await createUser(pool));
  const send = (service: { readonly base: string }, index: number) =>
    postUnder(service, `key ${index}`, `/v2.1/events/${event}/comments`, token, { comment: `No. ${index}`, rating: 3 });

  const acknowledged = new Map<number, Answer>();
  const first = times(MANY, (index) =>
    send(killed, index).then(
      (answer) => {
        acknowledged.set(index, answer);
        if (acknowledged.size === ENOUGH) killed.child.kill('SIGKILL');
      },
      // The connection broke: the outcome is unknown.
      () => undefined,
    ),
  );
  await Promise.all(first);
  expect((await killed.ended).code).toBeNull();
  expect(acknowledged.size).toBeLessThan(MANY);

  const next = await startProcess({ DATA_DIR: folder, DEMO_DATA: 'false' });
  const again = await Promise.all(
    times(MANY, async (index) => {
      for (;;) {
        const answer = await send(next, index);
        // PostgreSQL may not have noticed the disconnect yet, or be busy.
        if (!comeAgain.has(answer.status)) return answer;
        await delay(PAUSE_MS);
      }
    }),
  );
  expect(new Set(again.map(({ status }) => status))).toEqual(new Set([201]));
  const sorted = times(MANY, (index) => `No. ${index}`).sort();
  expect((await said(pool, event)).sort()).toEqual(sorted);
  for (const [index, { status }] of acknowledged) {
    expect([status, again[index] && replayed(again[index])]).toEqual([201, 'true']);
  }
  expect(again.filter((answer) => replayed(answer) === null).length).toBeGreaterThan(0);
});
