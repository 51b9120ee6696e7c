import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { askData, codesOf } from '../graphql/ask.js';
import { eventually } from '../support/process.js';
import type { TestService } from '../support/service.js';
import { createTestSender, delivered, failed, type TestSender } from './sender.js';
import { startWebhookService, webhookWorld, type WebhookWorld } from './world.js';

let service: TestService;
let sender: TestSender;
let world: WebhookWorld;
let webhook: string;
const fields = { url: 'http://hooks.test/new', kinds: ['TALK_COMMENT_CREATED'] };
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
  await sender.attempt();
  sender.sent.length = 0;
  sender.respond = delivered;
  world = await webhookWorld(service);
  // `done` would verify it.
  const { data } = await world.call('createWebhook', { eventId: world.event, ...fields });
  webhook = data.createWebhook.webhook.id as string;
});

/** Dispatches and attempts what is due; returns `path type` of each new request. */
const sent = async (): Promise<string[]> => {
  await eventually(async () => {
    const { rows } = await service.database.pool.query(
      'select from event_log where transaction_id >= pg_snapshot_xmin(pg_current_snapshot())',
    );
    return rows.length === 0;
  });
  sender.sent.length = 0;
  await sender.dispatch();
  await sender.attempt();
  return sender.sent.map(({ url, body }) => `${new URL(url).pathname} ${(JSON.parse(body) as { type: string }).type}`);
};
const state = async () => {
  const query = `query ($id: ID!) { event(id: $id) { webhooks { isVerified verifiedAt verificationError } } }`;
  const data = await askData(service, query, { variables: { id: world.event }, token: world.tokens.host });
  return data.event.webhooks[0] as object;
};
const VERIFIED = { isVerified: true, verifiedAt: expect.any(String), verificationError: null };
const unverified = (verificationError: string | null) => ({ isVerified: false, verifiedAt: null, verificationError });

describe('a webhook', () => {
  it('of an event that is not approved yet is verified by its ping', async () => {
    const { pool } = service.database;
    await pool.query("update events set status = 'PENDING' where id = $1", [world.event]);
    expect(await sent()).toEqual(['/new ping']);
    expect(await state()).toEqual(VERIFIED);
  });

  it('receives changes only after its receiver has responded to a ping with 2xx', async () => {
    expect(await state()).toEqual(unverified(null));
    sender.respond = () => failed({ status: 401, error: 'HTTP 401' });
    await world.comment('Before the response');
    expect(await sent()).toEqual(['/new ping']);
    expect(await state()).toEqual(unverified('HTTP 401'));
    await world.comment('Between two pings');
    expect(await sent()).toEqual([]);
    sender.respond = delivered;
    sender.skip();
    expect(await sent()).toEqual(['/new ping']);
    expect(await state()).toEqual(VERIFIED);
    expect(await sent()).toEqual([]);
    await world.comment('After the response');
    expect(await sent()).toEqual(['/new talk_comment.created']);
  });

  it('is pinged four times, and again on request', async () => {
    sender.respond = () => failed();
    const waits: number[] = [];
    let count = (await sent()).length;
    for (let wait = sender.skip(); wait !== null; wait = sender.skip()) {
      waits.push(wait);
      count += (await sent()).length;
    }
    expect([count, waits.map((seconds) => Math.floor(seconds / 60))]).toEqual([4, [0, 5, expect.any(Number)]]);
    sender.respond = delivered;
    await world.done('pingWebhook', { webhookId: webhook });
    expect(await sent()).toEqual(['/new ping']);
    expect(await state()).toEqual(VERIFIED);
  });

  it('is pinged at another URL, which receives waiting messages only after its response', async () => {
    await sent();
    await world.comment('Waits for the new receiver');
    await eventually(async () => {
      await sender.dispatch();
      const { rows } = await service.database.pool.query(
        "select from webhook_deliveries where type <> 'ping' and not is_held",
      );
      return rows.length === 1;
    });
    await world.done('replaceWebhook', { webhookId: webhook, ...fields, url: 'http://hooks.test/other' });
    sender.respond = () => failed();
    expect(await sent()).toEqual(['/other ping']);
    expect(await state()).toEqual(unverified('HTTP 500'));
    sender.respond = delivered;
    sender.skip();
    expect(await sent()).toEqual(['/other ping']);
    expect(await sent()).toEqual(['/other talk_comment.created']);
  });

  it('keeps its verification if only its kinds change, and loses it while it is disabled', async () => {
    await sent();
    await world.done('replaceWebhook', { webhookId: webhook, ...fields, kinds: ['TALK_MOVED'] });
    expect([await sent(), await state()]).toEqual([[], VERIFIED]);
    await service.database.pool.query("update webhooks set disabled_at = now(), disabled_reason = 'GONE'");
    await world.done('replaceWebhook', { webhookId: webhook, ...fields });
    expect(await state()).toEqual(unverified(null));
    expect(await sent()).toEqual(['/new ping']);
  });

  it('that is unverified is sent no earlier message again', async () => {
    const { rows } = await service.database.pool.query<{ id: string }>(
      `insert into webhook_deliveries (webhook_id, message_id, type, body) values ($1, 'msg', 'talk.moved', '{}')
        returning id`,
      [webhook],
    );
    expect(codesOf(await world.call('resendDelivery', { deliveryId: rows[0]!.id }))).toEqual([
      ['CONFLICT', [{ reason: 'WEBHOOK_UNVERIFIED' }]],
    ]);
  });

  it('is pinged for a user at most 40 times in an hour', async () => {
    const answers = await Promise.all(
      Array.from({ length: 42 }, () => world.call('pingWebhook', { webhookId: webhook })),
    );
    const refused = answers.flatMap((answer) => codesOf(answer));
    // The creation counts as well.
    expect(refused).toEqual(Array.from({ length: 3 }, () => ['RATE_LIMITED', [{ reason: 'RATE_LIMITED' }]]));
  });
});
