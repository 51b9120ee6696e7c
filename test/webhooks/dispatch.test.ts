import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Viewer } from '../feedback/world.js';
import { askData } from '../graphql/ask.js';
import { nodeIdOf } from '../../schema/node.js';
import * as make from '../support/factories.js';
import { eventually } from '../support/process.js';
import type { TestService } from '../support/service.js';
import { createTestSender, type TestSender } from './sender.js';
import { startWebhookService, verifyAll, webhookWorld, type WebhookWorld } from './world.js';

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
  await service.database.pool.query('delete from webhooks');
  sender.sent.length = 0;
  world = await webhookWorld(service);
});

const create = async (name: string, input: object = {}, viewer: Viewer = 'host'): Promise<string> => {
  const fields = { url: `http://hooks.test/${name}`, kinds: ['TALK_COMMENT_CREATED'], eventId: world.event };
  return (await world.done('createWebhook', { ...fields, ...input }, viewer)).webhook.id as string;
};
/** Transactions of other suites, on the same server, delay the log. */
const isSettled = async (): Promise<boolean> => {
  const { rows } = await service.database.pool.query(
    'select from event_log where transaction_id >= pg_snapshot_xmin(pg_current_snapshot())',
  );
  return rows.length === 0;
};
const recordOf = ({ body }: { readonly body: string }) => (JSON.parse(body) as { data: { id: string } }).data.id;
/** Dispatches and sends the settled changes; returns `receiver record`. */
const receivedNow = async (): Promise<string[]> => {
  sender.sent.length = 0;
  await sender.dispatch();
  await sender.attempt();
  return sender.sent.map(({ url, body }) => `${url.slice('http://hooks.test/'.length)} ${recordOf({ body })}`);
};
const received = async (): Promise<string[]> => {
  await eventually(isSettled);
  return receivedNow();
};

describe('a change', () => {
  it('is a message without texts and names', async () => {
    await create('chat');
    const id = await world.comment('A text that no message contains');
    await received();
    const [message] = sender.sent;
    expect(JSON.parse(message?.body ?? '')).toEqual({
      type: 'talk_comment.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: {
        ...{ id, eventId: world.event, uri: `https://api.example.org/v2.1/talk_comments/${id}` },
        graph: nodeIdOf({ type: 'TalkComment', id }),
      },
    });
    expect(message?.id).toMatch(/^msg_[\w-]{27}$/);
  });

  it('of an event that is withdrawn and deleted reaches the webhooks for all events', async () => {
    const kinds = ['EVENT_WITHDRAWN', 'EVENT_DELETED'];
    await create('event', { kinds });
    await create('site', { kinds, eventId: null }, 'admin');
    const { pool } = service.database;
    const token = world.tokens.admin;
    const { event } = await askData(service, `{ event(id: ${world.event}) { name contents { comments } } }`, { token });
    await askData(service, `mutation { withdrawEvent(input: { eventId: ${world.event} }) { event { id } } }`, {
      token,
    });
    expect((await received()).sort()).toEqual([`event ${world.event}`, `site ${world.event}`]);
    const input = { eventId: world.event, confirmName: event.name, confirmComments: event.contents.comments };
    const text = 'mutation ($input: DeleteEventInput!) { deleteEvent(input: $input) { deletedNodeId } }';
    await askData(service, text, { token, variables: { input } });
    expect(await received()).toEqual([`site ${world.event}`]);
    expect(sender.sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      {
        type: 'event.deleted',
        timestamp: expect.any(String),
        data: {
          ...{ id: world.event, eventId: world.event, uri: `https://api.example.org/v2.1/events/${world.event}` },
          graph: nodeIdOf({ type: 'Event', id: world.event }),
        },
      },
    ]);
    expect((await pool.query('select from webhooks where event_id = $1', [world.event])).rowCount).toBe(0);
  });

  it('has the day as its time if the author is hidden', async () => {
    await create('chat');
    await service.database.pool.query("update events set feedback_names = 'HIDDEN', time_zone = 'UTC' where id = $1", [
      world.event,
    ]);
    await world.comment('A text without a name');
    await received();
    const { timestamp } = JSON.parse(sender.sent[0]?.body ?? '') as { timestamp: string };
    expect(timestamp).toMatch(/T00:00:00\.000Z$/);
    const query = `query ($id: ID!) { event(id: $id) { webhooks { deliveries { nodes { createdAt deliveredAt } } } } }`;
    const data = await askData(service, query, { variables: { id: world.event }, token: world.tokens.host });
    const midnight = expect.stringMatching(/T00:00:00\+00:00$/);
    expect(data.event.webhooks[0].deliveries.nodes).toEqual([{ createdAt: midnight, deliveredAt: midnight }]);
  });

  it('is sent to webhooks of its event and kind, and of all events', async () => {
    const elsewhere = await make.createEvent(service.database.pool);
    await create('chat');
    await create('other-kind', { kinds: ['TALK_MOVED'] });
    await create('other-event', { eventId: elsewhere }, 'admin');
    await create('site', { eventId: null, kinds: ['TALK_COMMENT_CREATED', 'TALK_MOVED'] }, 'admin');
    const id = await world.comment('Once');
    expect((await received()).sort()).toEqual([`chat ${id}`, `site ${id}`]);
    expect(await received()).toEqual([]);
  });

  it('is sent only if it is later than the webhook, and than its enabling', async () => {
    await world.comment('Before the webhook');
    const webhook = await create('chat');
    const first = await world.comment('With the webhook');
    expect(await received()).toEqual([`chat ${first}`]);
    await service.database.pool.query(
      "update webhooks set disabled_at = now(), disabled_reason = 'GONE' where id = $1",
      [webhook],
    );
    await world.comment('While it is disabled');
    expect(await received()).toEqual([]);
    const fields = { url: 'http://hooks.test/chat', kinds: ['TALK_COMMENT_CREATED'] };
    await world.done('replaceWebhook', { webhookId: webhook, ...fields });
    await verifyAll(service);
    const second = await world.comment('Enabled again');
    expect(await received()).toEqual([`chat ${second}`]);
  });

  it('is not sent to a webhook whose owner no longer hosts the event, or is inactive', async () => {
    const { pool } = service.database;
    await create('host');
    await create('site', { eventId: null }, 'admin');
    await create('co-host', {}, 'hostSpeaker');
    await pool.query('delete from event_hosts where user_id = $1', [world.users.host]);
    await pool.query('update users set is_active = false where id = $1', [world.users.hostSpeaker]);
    await pool.query('update users set is_admin = false where id = $1', [world.users.admin]);
    await world.comment('Lost rights');
    expect(await received()).toEqual([]);
  });

  it('is not sent if it was committed before the webhook, behind an open transaction', async () => {
    const client = await service.database.pool.connect();
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    await world.comment('Before the webhook');
    await create('chat');
    const id = await world.comment('After the webhook');
    await client.query('commit');
    client.release();
    expect(await received()).toEqual([`chat ${id}`]);
  });

  it('waits for earlier transactions', async () => {
    await create('chat');
    const { pool } = service.database;
    const client = await pool.connect();
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    const id = await world.comment('Behind an open transaction');
    expect(await receivedNow()).toEqual([]);
    await client.query('commit');
    client.release();
    expect(await received()).toEqual([`chat ${id}`]);
  });

  it('is not dispatched twice by two processes', async () => {
    await create('chat');
    const ids = [];
    for (let count = 0; count < 20; count += 1) ids.push(await world.comment(`Comment ${count}`));
    await eventually(isSettled);
    const other = createTestSender(service.database);
    await Promise.all([sender, other, sender, other].map((one) => one.dispatch()));
    for (const one of [sender, other]) await one.attempt();
    await other.close();
    const sent = [...sender.sent, ...other.sent].map(recordOf);
    expect(sent.sort()).toEqual(ids.sort());
  });

  it('does not make processes read the log while no webhook is enabled', async () => {
    const { pool } = service.database;
    await world.comment('Not read');
    const position = async () => (await pool.query('select * from webhook_position')).rows;
    const before = await position();
    expect(await received()).toEqual([]);
    expect(await position()).toEqual(before);
  });
});
