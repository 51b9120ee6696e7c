import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cleanUp } from '../support/clean-up.js';
import { createDelivery, createEvent, createHost, createUser, createWebhook } from '../support/factories.js';
import { commandLine, type CommandLine } from './command.js';

let line: CommandLine;
let webhook: string;
let delivery: string;

beforeAll(async () => {
  line = await commandLine();
  const { pool } = line.database;
  await createUser(pool, { username: 'ada', is_admin: true });
  const host = await createUser(pool, { username: 'host' });
  const event = await createEvent(pool, { name: 'Small Gardens' });
  await createHost(pool, event, host);
  webhook = await createWebhook(pool, event, host);
  delivery = await createDelivery(pool, webhook);
});
afterAll(cleanUp);

describe('webhook', () => {
  it('lists webhooks and the deliveries of one', async () => {
    const all = await line.lectern('webhook', 'list');
    expect(all.output).toMatch(/^ *ID +EVENT +OWNER +STATE \(UTC\) +WAITING +URL\n/);
    expect(all.output).toMatch(/\d+ Small Gardens +host +unverified +0 +https:\/\/hooks\.example\/\n/);
    const one = await line.lectern('webhook', 'list', webhook, '--json');
    expect(JSON.parse(one.output)).toEqual([
      {
        ...{ id: delivery, messageId: expect.stringMatching(/^msg_/), type: 'ping', attempts: 1, status: 204 },
        ...{ error: null, createdAt: expect.any(String), deliveredAt: expect.any(String), nextAttemptAt: null },
      },
    ]);
  });

  it('queues a delivery again', async () => {
    expect(await line.lectern('webhook', 'resend', delivery)).toMatchObject({
      ...{ code: 0, output: `Queued delivery ${delivery}.\n` },
    });
    const { rows } = await line.database.pool.query("select data from pgboss.job where name = 'webhook'");
    expect(rows).toEqual([
      { data: { deliveryId: delivery, attempts: 1, webhookId: webhook, lane: expect.stringMatching(/^\d+\.0$/) } },
    ]);
    await line.database.pool.query("update webhooks set verification_error = 'HTTP 401'");
    expect((await line.lectern('webhook', 'list')).output).toMatch(/unverified: HTTP 401 +1 /);
    await line.database.pool.query('update webhooks set verified_url = url, verified_at = now()');
    expect((await line.lectern('webhook', 'list')).output).toMatch(/enabled +1 /);
  });

  it('explains why a delivery cannot be sent', async () => {
    expect(await line.lectern('webhook', 'resend', '999')).toMatchObject({
      ...{ code: 1, errors: expect.stringMatching('No such delivery') },
    });
    await line.database.pool.query("update webhooks set disabled_at = now(), disabled_reason = 'GONE'");
    expect(await line.lectern('webhook', 'resend', delivery)).toMatchObject({
      ...{ code: 1, errors: expect.stringMatching('The webhook is disabled') },
    });
    expect((await line.lectern('webhook', 'list')).output).toContain('disabled: gone');
  });
});
