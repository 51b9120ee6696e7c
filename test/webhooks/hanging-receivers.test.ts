import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cleanUp } from '../support/clean-up.js';
import * as make from '../support/factories.js';
import { eventually } from '../support/process.js';
import type { TestService } from '../support/service.js';
import { replying, startReceiver, type Receiver } from './receiver.js';
import { startWorker } from './workers.js';
import { startWebhookService, webhookWorld, type WebhookWorld } from './world.js';

let service: TestService;
let world: WebhookWorld;
let quick: Receiver;
let hanging: Receiver;
beforeAll(async () => {
  quick = await startReceiver(replying(204));
  hanging = await startReceiver(() => undefined);
  const allowed = [quick, hanging].map(({ host }) => host);
  service = await startWebhookService(allowed);
  world = await webhookWorld(service);
  await startWorker(service.database, allowed);
});
afterAll(async () => {
  await cleanUp();
  await service.stop();
});

const create = async (eventId: string, { host }: Receiver) => {
  const input = { eventId, url: `http://${host}/`, kinds: ['TALK_COMMENT_CREATED'] };
  return (await world.done('createWebhook', input, 'admin')).webhook.id as string;
};

it('the hanging receivers of one event do not delay those of others', async () => {
  const webhookId = await create(await make.createEvent(service.database.pool), quick);
  for (let count = 0; count < 20; count += 1) await create(world.event, hanging);
  // Twice as many attempts as a process has places.
  for (let count = 0; count < 4; count += 1) await world.comment(`Comment ${count}`);
  await eventually(() => hanging.requests.length >= 40);
  const begin = performance.now();
  await world.done('pingWebhook', { webhookId }, 'admin');
  await eventually(() => quick.requests.length > 0);
  // An attempt to a hanging receiver takes 15 seconds.
  expect(performance.now() - begin).toBeLessThan(10_000);
});
