import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createWorld, SET_POLICY, type FeedbackWorld, type Viewer } from '../feedback/world.js';
import { askData } from '../graphql/ask.js';
import * as make from '../support/factories.js';
import { settled } from './log.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let world: FeedbackWorld;
beforeAll(async () => {
  service = await startService({ LIMIT_REQUESTS_ADDRESS: 'off', TALK_COMMENT_LIMIT: 'off' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  world = await createWorld(service, 'PUBLIC');
});

interface Page {
  readonly endCursor: string;
  readonly headCursor: string;
  readonly nodes: readonly { readonly kind: string; readonly at: string; readonly recordId: string }[];
}

const CHANGES = `query ($eventId: ID, $after: String, $first: Int! = 100) {
  changes(eventId: $eventId, after: $after, first: $first) { endCursor headCursor nodes { kind at recordId } } }`;
async function read(viewer: Viewer, variables: object = {}): Promise<Page> {
  await settled(service.database.pool);
  const { changes } = await askData(service, CHANGES, {
    variables: { eventId: world.event, ...variables },
    token: world.tokens[viewer],
    // The head moves while other tests use the server.
    isSentOnce: true,
  });
  return changes as Page;
}
const log = (kind: string, record: string, audience: string) =>
  service.database.pool.query(
    'insert into event_log (event_id, talk_id, kind, record_id, audience) values ($1, $2, $3, $4, $5)',
    [world.event, world.talk, kind, record, audience],
  );

describe('The end of a page', () => {
  it('does not reveal a change that the viewer may not see', async () => {
    const { endCursor: after } = await read('visitor');
    await log('claim.requested', '1', 'hosts');
    const { endCursor, headCursor, nodes } = await read('visitor', { after });
    expect(nodes).toEqual([]);
    expect(endCursor).toBe(headCursor);
  });

  it('does not expire while an event has no changes', async () => {
    const { endCursor: after } = await read('visitor');
    const other = await make.createEvent(service.database.pool, {});
    await service.database.pool.query(
      "insert into event_log (event_id, kind, record_id) values ($1, 'event.changed', $1)",
      [other],
    );
    const { endCursor } = await read('visitor', { after });
    await service.database.pool.query(`with gone as (delete from event_log returning *)
      insert into event_log_end (epoch, transaction_id, id) select epoch, transaction_id, id from gone
      order by epoch desc, transaction_id desc, id desc limit 1`);
    await expect(read('visitor', { after: endCursor })).resolves.toMatchObject({ nodes: [] });
    await service.database.pool.query('delete from event_log_end');
  });

  it('precedes the changes if the page is to have none', async () => {
    const { endCursor: after } = await read('visitor', { first: 0 });
    expect((await read('visitor', { after })).nodes).not.toEqual([]);
  });
});

describe('A change of a private comment', () => {
  it('is for speakers and hosts, also if it was deleted', async () => {
    await log('talk_comment.deleted', '4711', 'speakers');
    const seen = async (viewer: Viewer) => (await read(viewer)).nodes.some(({ recordId }) => recordId === '4711');
    expect(await Promise.all((['visitor', 'attendee', 'speaker', 'host'] as const).map(seen))).toEqual([
      ...[false, false, true, true],
    ]);
  });
});

describe('The time of a change', () => {
  const isMidnight = (at: string) => /:00:00(\.0+)?Z$/.test(at);

  it('is the day of the change, not of the comment, if the name is hidden', async () => {
    world = await createWorld(service, 'HIDDEN');
    await service.database.pool.query(
      "update talk_comments set created_at = created_at - interval '40 days' where id = $1",
      [world.talkComment],
    );
    await askData(service, 'mutation ($id: ID!) { reportTalkComment(input: { talkCommentId: $id }) { __typename } }', {
      variables: { id: world.talkComment },
      token: world.tokens.attendee,
    });
    const { nodes } = await read('visitor');
    const hidden = nodes.find(({ kind }) => kind === 'TALK_COMMENT_HIDDEN');
    expect(isMidnight(String(hidden?.at))).toBe(true);
    expect(Date.now() - Date.parse(String(hidden?.at))).toBeLessThan(25 * 3_600_000);
  });

  it('is rounded once the event hides all names', async () => {
    const input = { eventId: world.event, names: 'HIDDEN' };
    await askData(service, SET_POLICY, { variables: { input }, token: world.tokens.host });
    const { nodes } = await read('visitor');
    const times = nodes.filter(({ kind }) => kind.includes('COMMENT')).map(({ at }) => isMidnight(at));
    expect(times).toEqual([true, true]);
  });
});

describe('The deletion of all comments of a user', () => {
  it('does not link comments with hidden names to others of the same author', async () => {
    const other = await createWorld(service, 'OPTIONAL');
    const input = { userId: world.users.author };
    await askData(
      service,
      'mutation ($input: DeleteTalkCommentsOfUserInput!) { deleteTalkCommentsOfUser(input: $input) { __typename } }',
      { variables: { input }, token: world.tokens.admin },
    );
    const { nodes } = await read('visitor', { eventId: null });
    const deleted = nodes.filter(({ kind }) => kind === 'TALK_COMMENT_DELETED').map(({ recordId }) => recordId);
    expect(deleted).toContain(world.talkComment);
    expect(deleted).not.toContain(other.talkComment);
  });
});
