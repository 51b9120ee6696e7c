import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { eventually } from '../support/process.js';
import type { TestService } from '../support/service.js';
import { createTestSender, delivered, failed, type TestSender } from './sender.js';
import { startWebhookService, webhookWorld, type WebhookWorld } from './world.js';

let service: TestService;
let sender: TestSender;
let world: WebhookWorld;
let other: WebhookWorld;
beforeAll(async () => {
  service = await startWebhookService([]);
  sender = createTestSender(service.database);
});
afterAll(async () => {
  await sender.close();
  await service.stop();
});
beforeEach(async () => {
  await service.database.pool.query('truncate webhooks, webhook_allowances cascade');
  await sender.attempt();
  sender.sent.length = 0;
  sender.respond = delivered;
  [world, other] = [await webhookWorld(service), await webhookWorld(service)];
});

const create = (of: WebhookWorld, name: string, viewer: 'host' | 'admin' = 'host') => {
  const fields = { url: `http://hooks.test/${name}`, kinds: ['TALK_MOVED'] };
  return of.done('createWebhook', { eventId: of.event, ...fields }, viewer);
};
const move = ({ event }: WebhookWorld, count: number) =>
  service.database.pool.query(
    `insert into event_log (event_id, kind, record_id) select $1, 'talk.moved', n from generate_series(1, $2::int) n`,
    [event, count],
  );
const sent = async (): Promise<Record<string, number>> => {
  await eventually(async () => {
    const { rows } = await service.database.pool.query(
      'select from event_log where transaction_id >= pg_snapshot_xmin(pg_current_snapshot())',
    );
    return rows.length === 0;
  });
  sender.sent.length = 0;
  await sender.dispatch();
  await sender.attempt();
  const names = sender.sent.map(({ url }) => url.split('/').at(-1) ?? '');
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
};
const passes = (minutes: number) =>
  service.database.pool.query('update webhook_allowances set full_at = full_at - make_interval(mins => $1)', [minutes]);

describe('the messages of an owner', () => {
  it('beyond the allowance wait, and delay no webhook of another', async () => {
    sender.limits = { owner: { points: 6, seconds: 3_600 }, host: null };
    for (const name of ['one', 'two']) await create(world, name);
    await create(other, 'uninvolved');
    await move(world, 110);
    await move(other, 1);
    // In turns: no webhook of the owner waits until all messages of another are sent.
    expect(await sent()).toEqual({ one: 3, two: 3, uninvolved: 1 });
    expect(await sent()).toEqual({});
    await passes(20);
    expect(await sent()).toEqual({ one: 1, two: 1 });
    const { rows } = await service.database.pool.query(
      'select count(*)::int as waiting from webhook_deliveries where is_held and next_attempt_at is not null',
    );
    expect(rows).toEqual([{ waiting: 212 }]);
  });

  it('are dispatched in turns with those of others, however many changes precede them', async () => {
    sender.limits = { owner: { points: 1, seconds: 3_600 }, host: null };
    await create(world, 'flood');
    await create(other, 'uninvolved');
    await move(world, 6_000);
    await move(other, 1);
    expect(await sent()).toEqual({ flood: 1, uninvolved: 1 });
    const dispatched = async () => {
      const { rows } = await service.database.pool.query<{ count: number; record: string }>(
        "select count(*)::int as count, string_agg(body::json #>> '{data,id}', ' ' order by id) as record from webhook_deliveries",
      );
      return rows[0]!;
    };
    const { count } = await dispatched();
    expect(count).toBeLessThan(2_000);
    await move(world, 1);
    await move(other, 30);
    for (let calls = 0; calls < 8; calls += 1) await sent();
    const all = (await dispatched()).record.split(' ').map(Number);
    expect(all).toHaveLength(6_000 + 1 + 1 + 30);
    const { rowCount } = await service.database.pool.query('select from webhook_backlogs');
    expect(rowCount).toBe(0);
  });

  it('are counted with each attempt: further ones wait without being counted as failures', async () => {
    sender.limits = { owner: { points: 4, seconds: 3_600 }, host: null };
    sender.respond = () => failed();
    await create(world, 'failing');
    await move(world, 3);
    expect(await sent()).toEqual({ failing: 3 });
    const retried = async () => {
      sender.sent.length = 0;
      for (const _ of [1, 2, 3]) if (sender.skip() !== null) await sender.attempt();
      return sender.sent.length;
    };
    expect(await retried()).toBe(1);
    const { rows } = await service.database.pool.query<{ attempts: number }>(
      'select attempts from webhook_deliveries where next_attempt_at is not null order by attempts',
    );
    expect(rows.map(({ attempts }) => attempts)).toEqual([1, 1, 2]);
    await passes(60);
    expect(await retried()).toBe(3);
  });

  it('are not limited if the owner is a site administrator', async () => {
    sender.limits = { owner: { points: 6, seconds: 3_600 }, host: null };
    await create(world, 'operator', 'admin');
    await move(world, 20);
    expect(await sent()).toEqual({ operator: 20 });
  });
});

describe('the requests to a host', () => {
  it('share one allowance, with which no message is lost', async () => {
    sender.limits = { owner: null, host: { points: 4, seconds: 3_600 } };
    await create(world, 'one');
    await create(other, 'two');
    await move(world, 3);
    await move(other, 3);
    const first = await sent();
    expect((first['one'] ?? 0) + (first['two'] ?? 0)).toBe(4);
    const { rows } = await service.database.pool.query(
      "select attempts, next_attempt_at > now() + interval '1 minute' as waits from webhook_deliveries where delivered_at is null",
    );
    expect(rows).toEqual(Array.from({ length: 2 }, () => ({ attempts: 0, waits: true })));
    await passes(60);
    while (sender.skip() !== null) await sender.attempt();
    const { rowCount } = await service.database.pool.query(
      'select from webhook_deliveries where delivered_at is not null',
    );
    expect(rowCount).toBe(6);
  });

  it('are counted for each host', async () => {
    sender.limits = { owner: null, host: { points: 1, seconds: 3_600 } };
    await create(world, 'one');
    await service.database.pool.query(
      `insert into webhooks (event_id, user_id, url, kinds, description, origin, secret, start_epoch, start_snapshot,
          verified_url, verified_at)
        select event_id, $1, 'http://elsewhere.test/two', kinds, '', origin, secret, start_epoch, start_snapshot,
          'http://elsewhere.test/two', now() from webhooks`,
      [await hostOf(world)],
    );
    await move(world, 1);
    expect(await sent()).toEqual({ one: 1, two: 1 });
  });
});

async function hostOf({ event }: WebhookWorld): Promise<string> {
  const { pool } = service.database;
  const user = await make.createUser(pool);
  await make.createHost(pool, event, user);
  return user;
}
