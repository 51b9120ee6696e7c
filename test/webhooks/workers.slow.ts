import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { cleanUp } from '../support/clean-up.js';
import { eventually } from '../support/process.js';
import type { TestService } from '../support/service.js';
import { replying, startReceiver, type ReceivedRequest, type Receiver } from './receiver.js';
import { startWorker } from './workers.js';
import { startWebhookService, webhookWorld, type WebhookWorld } from './world.js';

let service: TestService;
let world: WebhookWorld;
let quick: Receiver;
let hanging: Receiver;
/** Of the first two attempts. */
let flaky: Receiver;

beforeAll(async () => {
  quick = await startReceiver(replying(204));
  hanging = await startReceiver(() => undefined);
  flaky = await startReceiver((request, response) =>
    replying(flaky.requests.length === 1 ? 500 : 204)(request, response),
  );
  const allowed = [quick, hanging, flaky].map(({ host }) => host);
  service = await startWebhookService(allowed);
  world = await webhookWorld(service);
  // Two processes.
  for (const _ of [1, 2]) await startWorker(service.database, allowed);
});
afterAll(async () => {
  // Ends the hanging attempts: one that outlives its worker would open a connection again.
  await service.database.pool.query('delete from webhooks');
  for (const connection of hanging.connections) connection.destroy();
  await cleanUp();
  await service.stop();
});

const create = async ({ host }: Receiver) => {
  const fields = { eventId: world.event, url: `http://${host}/hook`, kinds: ['TALK_COMMENT_CREATED'] };
  return world.done('createWebhook', fields);
};
const verified = (secret: string, { body, headers }: ReceivedRequest) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string; data: { id: string } };
const arrived = (receiver: Receiver, count: number) => eventually(() => receiver.requests.length >= count);

it('a hanging receiver delays no other, and a signature verifies', async () => {
  await create(hanging);
  const { secret } = await create(quick);
  const ids: string[] = [];
  for (let count = 0; count < 60; count += 1) ids.push(await world.comment(`Comment ${count}`));
  // The first may be a ping, which is sent to each new webhook.
  const messages = () =>
    quick.requests.map((request) => verified(secret, request)).filter(({ type }) => type !== 'ping');
  await eventually(() => messages().length >= ids.length);
  expect(
    messages()
      .map(({ data }) => data.id)
      .sort(),
  ).toEqual(ids.sort());
  // Each attempt occupies one of its 4 places for 15 seconds.
  expect(hanging.requests.length).toBeLessThan(ids.length);
});

it('a failed attempt is repeated after 5 seconds', async () => {
  const { webhook, secret } = await create(flaky);
  await world.done('pingWebhook', { webhookId: webhook.id });
  await arrived(flaky, 2);
  const [first, second] = flaky.requests;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(Number(second?.headers['webhook-timestamp']) - Number(first?.headers['webhook-timestamp'])).toBeGreaterThan(3);
  expect(verified(secret, second!)).toMatchObject({ type: 'ping' });
});
