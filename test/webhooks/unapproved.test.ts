import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/process.js';
import type { TestService } from '../support/service.js';
import { createTestSender, delivered, failed, type TestSender } from './sender.js';
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
  sender.respond = delivered;
  await service.database.pool.query('delete from webhooks');
  sender.sent.length = 0;
  world = await webhookWorld(service);
});

const KINDS = ['TALK_CREATED', 'EVENT_CHANGED', 'EVENT_SUBMITTED', 'EVENT_APPROVED', 'EVENT_REJECTED'];
const create = async () => {
  for (const [eventId, viewer] of [
    [world.event, 'host'],
    [null, 'admin'],
  ] as const) {
    await world.done('createWebhook', { eventId, url: `http://hooks.test/${viewer}`, kinds: KINDS }, viewer);
  }
};
const become = (state: object) =>
  service.database.pool.query('update events set status = $2, is_private = $3 where id = $1', [
    world.event,
    ...Object.values({ status: 'APPROVED', isPrivate: false, ...state }),
  ]);
/** Logs a change of each kind; returns the messages as `receiver type`. */
const messages = async (): Promise<string[]> => {
  const { pool } = service.database;
  for (const kind of KINDS) {
    const type = kind.toLowerCase().replace('_', '.');
    await pool.query('insert into event_log (event_id, kind, record_id) values ($1, $2, $1)', [world.event, type]);
  }
  await eventually(async () => {
    const { rows } = await pool.query(
      'select from event_log where transaction_id >= pg_snapshot_xmin(pg_current_snapshot())',
    );
    return rows.length === 0;
  });
  await sender.dispatch();
  await sender.attempt();
  return received();
};
const received = () =>
  sender.sent.map(({ url, body }) => `${url.split('/').at(-1)} ${(JSON.parse(body) as { type: string }).type}`).sort();

const SUBMISSION = ['event.approved', 'event.rejected', 'event.submitted'];
const toBoth = (types: readonly string[]) =>
  ['admin', 'host'].flatMap((name) => types.map((type) => `${name} ${type}`));

describe('webhooks', () => {
  it.each([
    ['pending', { status: 'PENDING' }],
    ['rejected', { status: 'REJECTED' }],
  ])('receive only the decisions about an event that is %s', async (_, state) => {
    await create();
    await become(state);
    expect(await messages()).toEqual(toBoth(SUBMISSION));
  });

  it('receive the changes of an approved private event, whose hosts see them', async () => {
    await create();
    await become({ isPrivate: true });
    expect(await messages()).toEqual(toBoth([...SUBMISSION, 'event.changed', 'talk.created'].sort()));
  });

  it('receive no repetition once their event is rejected', async () => {
    await create();
    sender.respond = () => failed();
    await messages();
    await become({ status: 'REJECTED' });
    sender.sent.length = 0;
    sender.respond = delivered;
    while (sender.skip() !== null) await sender.attempt();
    expect(received().every((message) => /event\.(approved|rejected|submitted)$/.test(message))).toBe(true);
    const { rows } = await service.database.pool.query(
      "select distinct error from webhook_deliveries where type = 'talk.created' and next_attempt_at is null",
    );
    expect(rows).toEqual([{ error: 'event is not approved' }]);
  });
});
