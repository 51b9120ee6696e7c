import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../support/process.js';
import type { TestService } from '../support/service.js';
import { createTestSender, type TestSender } from './sender.js';
import { startWebhookService, webhookWorld, type WebhookWorld } from './world.js';

let service: TestService;
let sender: TestSender;
let world: WebhookWorld;
beforeAll(async () => {
  service = await startWebhookService([]);
  sender = createTestSender(service.database);
});
afterAll(async () => {
  await sender.close();
  await service.stop();
});
beforeEach(async () => {
  await service.database.pool.query('delete from webhooks');
  sender.sent.length = 0;
  world = await webhookWorld(service);
});

const create = async (name: string) => {
  const fields = { url: `http://hooks.test/${name}`, kinds: ['TALK_COMMENT_CREATED'], eventId: world.event };
  return (await world.done('createWebhook', fields)).webhook.id as string;
};
/** Resolves once readers of the log may return all that is committed. Does not read the log, whose reads are counted. */
async function settle(): Promise<void> {
  const { pool } = service.database;
  const { rows: latest } = await pool.query<{ id: string }>('select pg_current_xact_id()::text as id');
  await eventually(async () => {
    const { rows } = await pool.query<{ has: boolean }>(
      'select $1::xid8 < pg_snapshot_xmin(pg_current_snapshot()) as has',
      [latest[0]?.id],
    );
    return rows[0]?.has ?? false;
  });
}

const ROWS = 20_000;

it('a dispatch without new changes does not read the log', async () => {
  const { pool } = service.database;
  await pool.query(
    `insert into event_log (event_id, kind, record_id)
      select $1, 'talk_comment.created', number from generate_series(1, $2::int) number`,
    [world.event, ROWS],
  );
  await pool.query('vacuum analyze event_log');
  await settle();
  await create('chat');
  const rowsRead = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select (seq_tup_read + idx_tup_fetch)::float8 as count from pg_stat_user_tables where relname = 'event_log'`,
    );
    return rows[0]?.count ?? 0;
  };
  const before = await rowsRead();
  // A connection reports its counts when a transaction ends, at most once per second.
  for (let round = 0; round < 4; round += 1) {
    for (let count = 0; count < 5; count += 1) await sender.dispatch();
    await pause(1_100);
  }
  expect((await rowsRead()) - before).toBeLessThan(ROWS);
});

it('a webhook that is deleted during a dispatch does not delay the others', async () => {
  const deleted = await create('deleted');
  await create('chat');
  await world.comment('For both');
  await settle();
  const client = await service.database.pool.connect();
  await client.query('begin');
  await client.query('delete from webhooks where id = $1', [deleted]);
  const dispatched = sender.dispatch();
  const isWaiting = async () => {
    const { rows } = await service.database.pool.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%webhook_deliveries%'",
    );
    return rows.length > 0;
  };
  await eventually(isWaiting);
  await client.query('commit');
  client.release();
  await dispatched;
  await sender.attempt();
  expect(sender.sent.map(({ url }) => url)).toEqual(['http://hooks.test/chat']);
});
