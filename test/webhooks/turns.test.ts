import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cleanUp } from '../support/clean-up.js';
import { eventually } from '../support/process.js';
import type { TestService } from '../support/service.js';
import { replying, startReceiver, type Receiver } from './receiver.js';
import { startWorker } from './workers.js';
import { startWebhookService, webhookWorld, type WebhookWorld } from './world.js';

let service: TestService;
let flooding: WebhookWorld;
let uninvolved: WebhookWorld;
let quick: Receiver;
let busy: Receiver;
const BUSY_MS = 1_000;
beforeAll(async () => {
  quick = await startReceiver(replying(204));
  busy = await startReceiver((request, response) => void setTimeout(() => replying(204)(request, response), BUSY_MS));
  const allowed = [quick, busy].map(({ host }) => host);
  service = await startWebhookService(allowed);
  [flooding, uninvolved] = [await webhookWorld(service), await webhookWorld(service)];
  await startWorker(service.database, allowed);
});
afterAll(async () => {
  await service.database.pool.query('delete from webhooks');
  await cleanUp();
  await service.stop();
});

const create = (world: WebhookWorld, { host }: Receiver) =>
  world.done('createWebhook', { eventId: world.event, url: `http://${host}/`, kinds: ['TALK_MOVED'] });
const move = ({ event }: WebhookWorld, count: number) =>
  service.database.pool.query(
    `insert into event_log (event_id, kind, record_id) select $1, 'talk.moved', n from generate_series(1, $2::int) n`,
    [event, count],
  );

it('thousands of messages of one owner delay the webhook of another by less than five seconds', async () => {
  for (let count = 0; count < 20; count += 1) await create(flooding, busy);
  await create(uninvolved, quick);
  await move(flooding, 100);
  await eventually(() => busy.requests.length >= 16);
  const delays: number[] = [];
  for (let count = 1; count <= 3; count += 1) {
    const begin = performance.now();
    await move(uninvolved, 1);
    await eventually(() => quick.requests.filter(({ body }) => body.includes('talk.moved')).length >= count);
    delays.push(performance.now() - begin);
  }
  // Of 2 000, of which 40 could be sent per second.
  expect(busy.requests.length).toBeLessThan(500);
  // One of three: other tests use the machine. Changes are dispatched once per second.
  expect(Math.min(...delays)).toBeLessThan(5_000);
  const active = busy.connections.filter(({ destroyed }) => !destroyed);
  expect(active.length).toBeLessThanOrEqual(16);
});
