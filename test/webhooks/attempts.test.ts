import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { retryDelays } from '../../src/core/webhooks/retry-schedule.js';
import { codesOf } from '../graphql/ask.js';
import type { TestService } from '../support/service.js';
import { createTestSender, delivered, failed, gone, type TestSender } from './sender.js';
import { startWebhookService, webhookWorld, type WebhookWorld } from './world.js';

let service: TestService;
let sender: TestSender;
let world: WebhookWorld;
let webhook: string;
beforeAll(async () => (service = await startWebhookService([])));
afterAll(() => service.stop());
const fields = { url: 'http://hooks.test/', kinds: ['TALK_COMMENT_CREATED'] };
beforeEach(async () => {
  await service.database.pool.query('delete from webhooks');
  sender = createTestSender(service.database);
  world = await webhookWorld(service);
  webhook = (await world.done('createWebhook', { eventId: world.event, ...fields })).webhook.id as string;
  await service.takeMail();
});
afterEach(() => sender.close());

const HOUR = 3_600;
const DAY = 24 * HOUR;
const ping = async () => {
  const { delivery } = await world.done('pingWebhook', { webhookId: webhook });
  return delivery.id as string;
};
const stateOf = async (table: 'webhooks' | 'webhook_deliveries', id: string) => {
  const { rows } = await service.database.pool.query<Record<string, unknown>>(`select * from ${table} where id = $1`, [
    id,
  ]);
  return rows[0]!;
};
const attempts = () => sender.sent.length;
/** Attempts until none is queued; returns the seconds between them. */
const attemptAll = async (): Promise<number[]> => {
  const waits: number[] = [];
  for (let wait: number | null = 0; wait !== null; wait = sender.skip()) {
    waits.push(wait);
    await sender.attempt();
  }
  return waits;
};

describe('attempts', () => {
  it('follow the schedule with jitter, under one ID', async () => {
    sender.respond = () => failed();
    const id = await ping();
    const waits = await attemptAll();
    const expected = [0, ...retryDelays];
    expect(expected.map((seconds) => seconds / HOUR)).toEqual([...[0, 5 / HOUR, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24]]);
    expect(waits).toHaveLength(expected.length);
    waits.forEach((wait, index) => {
      expect(wait).toBeGreaterThanOrEqual(expected[index]! * 0.999);
      expect(wait).toBeLessThanOrEqual(expected[index]! * 1.101);
    });
    expect(new Set(sender.sent.map((request) => `${request.id} ${request.body}`)).size).toBe(1);
    expect(await stateOf('webhook_deliveries', id)).toMatchObject({
      ...{ attempts: 10, status: 500, error: 'HTTP 500', delivered_at: null, next_attempt_at: null },
    });
  });

  it('wait as long as the receiver requests, up to a day', async () => {
    const requested = [60, 2, 9 * DAY];
    sender.respond = () => (requested.length > 0 ? failed({ retryAfterSeconds: requested.shift()! }) : delivered());
    await ping();
    const [, first, second, third] = await attemptAll();
    expect(first).toBeCloseTo(60, 3);
    expect(second).toBeGreaterThanOrEqual(300);
    expect(second).toBeLessThan(331);
    expect(third).toBeCloseTo(DAY, 3);
  });

  it('end with success, which ends the failure of the webhook', async () => {
    sender.respond = () => failed({ status: null, error: 'connection refused' });
    const id = await ping();
    await sender.attempt();
    expect((await stateOf('webhooks', webhook))['failing_since']).toBeInstanceOf(Date);
    expect(await stateOf('webhook_deliveries', id)).toMatchObject({
      attempts: 1,
      status: null,
      error: 'connection refused',
    });
    sender.respond = delivered;
    sender.skip();
    expect(await attemptAll()).toEqual([0]);
    expect((await stateOf('webhooks', webhook))['failing_since']).toBeNull();
    expect(await stateOf('webhook_deliveries', id)).toMatchObject({
      ...{ attempts: 2, status: 204, error: null, next_attempt_at: null, delivered_at: expect.any(Date) },
    });
  });

  it('are not repeated by a repetition of their job', async () => {
    await ping();
    const { rows } = await service.database.pool.query<{ data: object }>(
      "select data from pgboss.job where name = 'webhook'",
    );
    await sender.attempt();
    await service.database.pool.query(
      "insert into pgboss.job (name, data) select 'webhook', data from unnest($1::jsonb[]) as data",
      [rows.map(({ data }) => data)],
    );
    await sender.attempt();
    expect(attempts()).toBe(1);
  });

  it('end when the receiver responds with 410, without a mail', async () => {
    sender.respond = gone;
    await ping();
    const other = await ping();
    expect(await attemptAll()).toEqual([0]);
    expect(attempts()).toBe(1);
    expect(await stateOf('webhooks', webhook)).toMatchObject({
      disabled_reason: 'GONE',
      disabled_at: expect.any(Date),
    });
    expect(await stateOf('webhook_deliveries', other)).toMatchObject({ attempts: 0, next_attempt_at: null });
    expect(await service.takeMail()).toEqual([]);
    expect(codesOf(await world.call('resendDelivery', { deliveryId: other }))).toEqual([
      ['CONFLICT', [{ reason: 'WEBHOOK_DISABLED' }]],
    ]);
  });

  it('end after 5 days of failures, with a mail to the owner', async () => {
    sender.respond = () => failed();
    await ping();
    await attemptAll();
    expect(await stateOf('webhooks', webhook)).toMatchObject({ disabled_at: null });
    await ping();
    await attemptAll();
    expect(await stateOf('webhooks', webhook)).toMatchObject({ disabled_reason: 'FAILING' });
    const { rows } = await service.database.pool.query<{ email: string; name: string }>(
      'select email, (select name from events where id = $2) as name from users where id = $1',
      [world.users.host, world.event],
    );
    expect(await service.takeMail()).toEqual([
      {
        ...{ kind: 'webhook_disabled', to: rows[0]?.email },
        data: { eventName: rows[0]?.name, webhookUrl: fields.url },
      },
    ]);
  });

  it('do not end after one fault that follows days without messages', async () => {
    sender.respond = () => failed();
    await ping();
    await sender.attempt();
    await service.database.pool.query("update webhooks set failing_since = now() - interval '6 days'");
    await ping();
    await sender.attempt();
    expect(await stateOf('webhooks', webhook)).toMatchObject({ disabled_at: null });
  });

  it('end when the owner no longer hosts the event', async () => {
    const id = await ping();
    await service.database.pool.query('delete from event_hosts where user_id = $1', [world.users.host]);
    await sender.attempt();
    expect(attempts()).toBe(0);
    expect(await stateOf('webhook_deliveries', id)).toMatchObject({
      ...{ attempts: 0, next_attempt_at: null, error: 'owner of the webhook no longer hosts the event' },
    });
  });

  it('end if the webhook no longer receives their kind', async () => {
    const { pool } = service.database;
    await pool.query(
      `insert into webhook_deliveries (webhook_id, message_id, type, body, next_attempt_at)
        select $1, 'msg_' || type, type, '{}', now() from unnest($2::text[]) type`,
      [webhook, ['talk_comment.reported', 'talk.moved']],
    );
    await ping();
    await world.done('replaceWebhook', { webhookId: webhook, ...fields, kinds: ['TALK_MOVED'] });
    const { rows } = await pool.query(
      'select type from webhook_deliveries where next_attempt_at is not null order by id',
    );
    expect(rows).toEqual([{ type: 'talk.moved' }, { type: 'ping' }]);
  });

  it('are signed with both secrets for a day after a rotation', async () => {
    const rotated = await world.done('rotateWebhookSecret', { webhookId: webhook });
    sender.respond = () => failed();
    await ping();
    const count = (await attemptAll()).length;
    const [first] = sender.sent;
    expect([first?.secrets.length, first?.secrets[0]]).toEqual([2, rotated.secret]);
    expect([count, sender.sent.at(-1)?.secrets]).toEqual([10, [rotated.secret]]);
  });

  it('succeed again when the delivery is sent again', async () => {
    sender.respond = () => failed();
    const id = await ping();
    await attemptAll();
    sender.respond = delivered;
    await world.done('resendDelivery', { deliveryId: id });
    await sender.attempt();
    expect(await stateOf('webhook_deliveries', id)).toMatchObject({ attempts: 11, status: 204, error: null });
  });
});
