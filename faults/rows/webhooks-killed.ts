import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../../src/server/composition/lifecycle.js';
import { openClient } from '../client.js';
import type { Fault } from '../fault.js';
import { alike, atMost } from '../finding.js';
import { startLoad } from '../load.js';
import { nothingLost, prove } from '../proof.js';
import { until } from '../waiting.js';

const KILLS = 50;
const MORE_WRITES = 20;
const MAX_DELAY_MS = 60_000;

const CREATE = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret } }';
const kinds = ['TALK_COMMENT_CREATED', 'EVENT_COMMENT_CREATED'];

/** Row 28: the service is killed while it sends webhooks. */
export const webhooksKilled: Fault = {
  number: '28',
  name: `${KILLS} kills of the service while it sends webhooks about comments`,
  figure: `each acknowledged comment is delivered, under one webhook-id, at most ${MAX_DELAY_MS / 1000} s after the last restart`,
  quick: false,
  servers: 'one',
  async inject(site) {
    const world = await site.world();
    const receiver = await startReceiver(site.cleanup);
    const service = await site.service({ DATABASE_URL: world.url, WEBHOOK_ALLOW: receiver.host });
    await service.start();
    const host = openClient(service.base, world.host.token);
    await host.graph(CREATE, { input: { eventId: world.event, url: `http://${receiver.host}/`, kinds } });
    host.close();
    await until('The receiver has responded to the ping', async () => {
      const { rows: verified } = await world.pool.query('select from webhooks where verified_url = url');
      return verified.length === 1;
    });
    const load = startLoad(service.base, world, site.cleanup);
    for (let kills = 0; kills < KILLS; kills += 1) {
      await load.more(MORE_WRITES);
      await sleep(randomInt(1_000));
      await service.kill();
      await service.start();
    }
    const begun = performance.now();
    await load.well(begun);
    await load.stop();
    const { rows } = await world.pool.query<{ type: string; id: string }>(
      `select 'talk_comment.created' as type, id::text from talk_comments
       union all select 'event_comment.created', id::text from event_comments`,
    );
    const missing = () => rows.filter(({ type, id }) => !receiver.messages.has(`${type} ${id}`));
    await until('Every comment has been delivered', () => missing().length === 0, 2 * MAX_DELAY_MS).catch(
      () => undefined,
    );
    const delayMs = performance.now() - begun;
    const kept = await prove(world, load.acknowledged);
    return {
      answers: load.tally.counts,
      kept,
      findings: [
        load.tally.only('refused', 'no answer', '503', 'UNAVAILABLE'),
        alike('every stored comment is delivered', missing(), []),
        alike('under one ID', [...receiver.messages.values()].filter((ids) => ids.size > 1).length, 0),
        atMost('after', delayMs, MAX_DELAY_MS, ' ms'),
        ...nothingLost(kept),
      ],
    };
  },
};

interface Receiver {
  readonly host: string;
  /** The IDs of the messages about each record. */
  readonly messages: ReadonlyMap<string, Set<string>>;
}

async function startReceiver(cleanup: Cleanup): Promise<Receiver> {
  const messages = new Map<string, Set<string>>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => (body += text));
    request.on('end', () => {
      const { type, data } = JSON.parse(body) as { type: string; data: { id: string } };
      const key = `${type} ${data.id}`;
      messages.set(key, (messages.get(key) ?? new Set()).add(String(request.headers['webhook-id'])));
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.add(() => server.close());
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, messages };
}
