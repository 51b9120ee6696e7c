import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SET_POLICY } from '../feedback/world.js';
import { askData } from '../graphql/ask.js';
import { eventually } from '../support/process.js';
import type { TestService } from '../support/service.js';
import { createTestSender, failed, type TestSender } from './sender.js';
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
  await service.database.pool.query('delete from webhooks');
  world = await webhookWorld(service);
  const fields = { url: 'http://hooks.test/', kinds: ['TALK_COMMENT_CREATED', 'TALK_COMMENT_DELETED', 'TALK_MOVED'] };
  await world.done('createWebhook', { eventId: world.event, ...fields });
  await setPolicy('OPTIONAL');
});

const setPolicy = (names: string) =>
  askData(service, SET_POLICY, { variables: { input: { eventId: world.event, names } }, token: world.tokens.host });
const COMMENT = `mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id } } }`;
const comment = async (hideName: boolean): Promise<string> => {
  const input = { talkId: world.talk, text: `A comment, ${hideName ? 'hidden' : 'shown'}`, rating: 4, hideName };
  const token = hideName ? world.tokens.attendee : world.tokens.author;
  return (await askData(service, COMMENT, { variables: { input }, token })).commentOnTalk.talkComment.id as string;
};
const moved = () =>
  service.database.pool.query(
    "insert into event_log (event_id, talk_id, kind, record_id) values ($1, $2, 'talk.moved', $2)",
    [world.event, world.talk],
  );
const dispatch = async () => {
  await eventually(async () => {
    const { rows } = await service.database.pool.query(
      'select from event_log where transaction_id >= pg_snapshot_xmin(pg_current_snapshot())',
    );
    return rows.length === 0;
  });
  await sender.dispatch();
};

const FIELDS = 'id messageId type createdAt deliveredAt nextAttemptAt';
interface Delivery {
  readonly id: string;
  readonly messageId: string;
  readonly type: string;
  readonly createdAt: string;
  readonly deliveredAt: string | null;
  readonly nextAttemptAt: string | null;
}
const listed = async (): Promise<{ nodes: Delivery[]; edges: { cursor: string }[] }> => {
  const query = `query ($id: ID!) { event(id: $id) {
    webhooks { deliveries { nodes { ${FIELDS} } edges { cursor } } } } }`;
  const data = await askData(service, query, { variables: { id: world.event }, token: world.tokens.host });
  return data.event.webhooks[0].deliveries;
};
const comments = async () => (await listed()).nodes.filter(({ type }) => type.startsWith('talk_comment'));
/** Of the event, which is in Amsterdam. */
const isMidnight = (time: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Amsterdam', timeStyle: 'medium' }).format(new Date(time)) ===
  '00:00:00';

describe('deliveries of a comment with a hidden name under OPTIONAL', () => {
  it('show only the day, of the next attempt as well', async () => {
    await comment(true);
    await dispatch();
    sender.respond = () => failed();
    await sender.attempt();
    const [waiting] = await comments();
    expect([waiting?.createdAt, waiting?.nextAttemptAt].map((time) => isMidnight(time ?? ''))).toEqual([true, true]);
    sender.respond = () => ({ ...failed(), outcome: 'delivered', status: 204, error: null });
    sender.skip();
    await sender.attempt();
    const [delivered] = await comments();
    expect(isMidnight(delivered?.deliveredAt ?? '')).toBe(true);
  });

  it('keep the exact times of comments whose names are shown', async () => {
    await comment(false);
    await dispatch();
    const [delivery] = await comments();
    expect(isMidnight(delivery?.createdAt ?? '')).toBe(false);
  });

  it('are not listed between those that show when it was written', async () => {
    await moved();
    await dispatch();
    const id = await comment(true);
    await dispatch();
    await moved();
    await dispatch();
    const { nodes } = await listed();
    expect(nodes.map(({ type }) => type)).toEqual(['talk.moved', 'talk.moved', 'talk_comment.created']);
    const [later, earlier, hidden] = nodes.map((delivery) => Number(delivery.id));
    expect(hidden! > later! || hidden! < earlier!).toBe(true);
    expect(id).toMatch(/^\d+$/);
  });

  it('have no position in their message IDs and cursors', async () => {
    await comment(true);
    await moved();
    await dispatch();
    const { rows } = await service.database.pool.query<{ epoch: string; tx: string }>(
      'select epoch::text, transaction_id::text as tx from event_log where event_id = $1',
      [world.event],
    );
    const { nodes, edges } = await listed();
    const shown = [
      ...nodes.map(({ messageId }) => messageId),
      ...edges.map(({ cursor }) => Buffer.from(cursor, 'base64url').toString('latin1')),
    ].join(' ');
    expect(rows.filter(({ epoch, tx }) => shown.includes(epoch) || shown.includes(`_${tx}_`))).toEqual([]);
    expect(shown).not.toMatch(/createdAt|\b\d{9,}\.\d/);
  });

  it('show only the day once the comment is withdrawn, and after a later PUBLIC', async () => {
    const id = await comment(true);
    const text = 'mutation ($input: WithdrawTalkCommentInput!) { withdrawTalkComment(input: $input) { talk { id } } }';
    await askData(service, text, { variables: { input: { talkCommentId: id } }, token: world.tokens.attendee });
    await dispatch();
    await setPolicy('PUBLIC');
    const times = (await comments()).map(({ createdAt }) => isMidnight(createdAt));
    expect(times).toEqual([true, true]);
  });
});
