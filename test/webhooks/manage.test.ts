import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Viewer } from '../feedback/world.js';
import { askData, codesOf } from '../graphql/ask.js';
import { unseal } from '../../src/core/common/secret-box.js';
import { KEY, type TestService } from '../support/service.js';
import { startWebhookService, webhookWorld, type WebhookWorld } from './world.js';

let service: TestService;
let world: WebhookWorld;
beforeAll(async () => (service = await startWebhookService([])));
afterAll(() => service.stop());
beforeEach(async () => (world = await webhookWorld(service)));

const url = 'https://hooks.example/lectern';
const fields = { url, kinds: ['TALK_COMMENT_CREATED', 'TALK_MOVED'], description: 'Chat' };
const create = async (input: object = {}) => world.done('createWebhook', { eventId: world.event, ...fields, ...input });

const listed = async (viewer: Viewer) => {
  const query = `query ($id: ID!) { event(id: $id) { webhooks { id url } } webhooks { id } }`;
  return askData(service, query, { variables: { id: world.event }, token: world.tokens[viewer] });
};
const stored = async (id: string) => {
  const { rows } = await service.database.pool.query<{ secret: string; previous: string | null; owner: string }>(
    'select secret, previous_secret as previous, user_id as owner from webhooks where id = $1',
    [id],
  );
  return rows[0]!;
};

describe('webhooks', () => {
  it('are created with a secret that is stored encrypted', async () => {
    const { secret, webhook } = await create();
    expect(webhook).toEqual({
      ...{ ...fields, id: expect.stringMatching(/^\d+$/), nodeId: expect.any(String) },
      ...{ isDisabled: false, disabledReason: null, event: { id: world.event } },
    });
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const row = await stored(webhook.id);
    expect([row.secret.startsWith('v1.'), unseal(row.secret, KEY)]).toEqual([true, secret]);
  });

  it('are visible to hosts and site administrators only', async () => {
    const { webhook } = await create();
    const shown = { event: { webhooks: [{ id: webhook.id, url }] } };
    for (const viewer of ['host', 'hostSpeaker', 'admin'] as const) expect(await listed(viewer)).toMatchObject(shown);
    for (const viewer of ['visitor', 'attendee', 'speaker'] as const) {
      expect(await listed(viewer)).toEqual({ event: { webhooks: [] }, webhooks: [] });
    }
    const node = `query ($nodeId: ID!) { node(nodeId: $nodeId) { nodeId } }`;
    const variables = { nodeId: webhook.nodeId as string };
    expect(await askData(service, node, { variables, token: world.tokens.speaker })).toEqual({ node: null });
    expect(await askData(service, node, { variables, token: world.tokens.host })).toEqual({ node: variables });
  });

  it('of all events belong to site administrators', async () => {
    expect(codesOf(await world.call('createWebhook', fields))).toEqual([['FORBIDDEN', [{ reason: 'ADMINS_ONLY' }]]]);
    const { webhook } = await world.done('createWebhook', fields, 'admin');
    expect(webhook).toMatchObject({ event: null });
    expect((await listed('admin')).webhooks).toContainEqual({ id: webhook.id });
    expect((await listed('host')).webhooks).toEqual([]);
    const deleted = codesOf(await world.call('deleteWebhook', { webhookId: webhook.id }));
    expect(deleted).toEqual([['NOT_FOUND', [{ reason: 'WEBHOOK_UNKNOWN' }]]]);
  });

  it.each([
    ['http://hooks.example/', 'URL_NOT_HTTPS'],
    ['https://ada:secret@hooks.example/', 'URL_INVALID'],
    ['https://127.0.0.1/', 'URL_NOT_PUBLIC'],
    ['https://[::ffff:10.0.0.1]/', 'URL_NOT_PUBLIC'],
    ['https://169.254.169.254/latest', 'URL_NOT_PUBLIC'],
  ])('reject the URL %s with %s', async (wrong, reason) => {
    const { errors } = await world.call('createWebhook', { eventId: world.event, ...fields, url: wrong });
    const reasons = errors.flatMap(({ extensions }) => extensions.problems?.map((problem) => problem.reason) ?? []);
    expect(reasons).toEqual([reason]);
  });

  it('require kinds and a bounded description', async () => {
    const input = { eventId: world.event, ...fields, kinds: [], description: 'x'.repeat(301) };
    expect(codesOf(await world.call('createWebhook', input))).toEqual([
      [
        'INVALID',
        [
          { reason: 'FIELD_REQUIRED', field: 'kinds' },
          { reason: 'TEXT_TOO_LONG', field: 'description', limit: 300 },
        ],
      ],
    ]);
  });

  it('are at most 20 per event, also if they are created at once', async () => {
    const input = { eventId: world.event, ...fields };
    const answers = await Promise.all(Array.from({ length: 23 }, () => world.call('createWebhook', input)));
    const refused = answers.filter(({ errors }) => errors.length > 0);
    expect(refused.map(codesOf)).toEqual(
      Array.from({ length: 3 }, () => [['INVALID', [{ reason: 'TOO_MANY_WEBHOOKS', limit: 20 }]]]),
    );
  });

  it('are replaced, and belong to who replaced them last', async () => {
    const { webhook } = await create();
    const replaced = { url: 'https://hooks.example/other', kinds: ['TALK_DELETED'], description: null };
    const answer = await world.done('replaceWebhook', { webhookId: webhook.id, ...replaced }, 'admin');
    expect(answer.webhook).toEqual({ id: webhook.id, ...replaced, description: '', isDisabled: false });
    expect((await stored(webhook.id)).owner).toBe(world.users.admin);
  });

  it('have a second secret after a rotation', async () => {
    const { webhook, secret } = await create();
    const rotated = await world.done('rotateWebhookSecret', { webhookId: webhook.id });
    const row = await stored(webhook.id);
    expect([unseal(row.secret, KEY), unseal(row.previous ?? '', KEY)]).toEqual([rotated.secret, secret]);
    expect(rotated.secret).not.toBe(secret);
  });

  it('have a delivery for each ping, which can be sent again', async () => {
    const { webhook } = await create();
    const { delivery } = await world.done('pingWebhook', { webhookId: webhook.id });
    expect(delivery).toEqual({
      ...{ id: expect.any(String), messageId: expect.stringMatching(/^msg_[\w-]+$/), type: 'ping', attempts: 0 },
      ...{ status: null, error: null, deliveredAt: null, nextAttemptAt: expect.any(String) },
    });
    const resent = await world.done('resendDelivery', { deliveryId: delivery.id }, 'hostSpeaker');
    expect(resent.delivery).toMatchObject({ id: delivery.id, messageId: delivery.messageId });
    const query = `query ($id: ID!) { event(id: $id) { webhooks { deliveries { totalCount nodes { id type } } } } }`;
    const data = await askData(service, query, { variables: { id: world.event }, token: world.tokens.host });
    expect(data.event.webhooks).toEqual([
      { deliveries: { totalCount: 1, nodes: [{ id: delivery.id, type: 'ping' }] } },
    ]);
    const refused = await world.call('resendDelivery', { deliveryId: delivery.id }, 'speaker');
    expect(codesOf(refused)).toEqual([['NOT_FOUND', [{ reason: 'DELIVERY_UNKNOWN' }]]]);
  });

  it('have jobs that outlast an outage for as long as deliveries are stored', async () => {
    const { webhook } = await create();
    await world.done('pingWebhook', { webhookId: webhook.id });
    const { rows } = await service.database.pool.query<{ days: number }>(
      `select date_part('day', keep_until - start_after) as days from pgboss.job
        where name = 'webhook' and data->>'webhookId' = $1`,
      [webhook.id],
    );
    expect(rows[0]?.days).toBeGreaterThanOrEqual(7);
  });

  it('are deleted with their deliveries', async () => {
    const { webhook } = await create();
    const { delivery } = await world.done('pingWebhook', { webhookId: webhook.id });
    const answer = await world.done('deleteWebhook', { webhookId: webhook.id });
    expect(answer).toEqual({ deletedNodeId: webhook.nodeId, event: { webhooks: [] } });
    const refused = await world.call('resendDelivery', { deliveryId: delivery.id });
    expect(codesOf(refused)).toEqual([['NOT_FOUND', [{ reason: 'DELIVERY_UNKNOWN' }]]]);
  });

  it('receive nothing while they are disabled', async () => {
    const { webhook } = await create();
    await service.database.pool.query(
      "update webhooks set disabled_at = now(), disabled_reason = 'GONE' where id = $1",
      [webhook.id],
    );
    const refused = await world.call('pingWebhook', { webhookId: webhook.id });
    expect(codesOf(refused)).toEqual([['CONFLICT', [{ reason: 'WEBHOOK_DISABLED' }]]]);
    await world.done('replaceWebhook', { webhookId: webhook.id, ...fields });
    expect((await world.done('pingWebhook', { webhookId: webhook.id })).delivery).toMatchObject({ attempts: 0 });
  });
});
