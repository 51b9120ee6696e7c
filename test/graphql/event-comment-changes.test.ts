import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, askData, codesOf } from './ask.js';

let service: TestService;
let author: string;
let reporter: string;
let event: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  author = await make.createToken(pool, await make.createUser(pool));
  reporter = await make.createToken(pool, await make.createUser(pool));
});
afterAll(() => service.stop());

const COMMENT = `mutation ($input: CommentOnEventInput!) { commentOnEvent(input: $input) {
  eventComment { id nodeId viewerCanEdit } } }`;
const EDIT = `mutation ($input: EditEventCommentInput!) { editEventComment(input: $input) {
  eventComment { text rating viewerCanEdit } } }`;
const WITHDRAW = `mutation ($input: WithdrawEventCommentInput!) { withdrawEventComment(input: $input) {
  deletedNodeId event { id commentCount ratings { count } } } }`;
const REPORT =
  'mutation ($input: ReportEventCommentInput!) { reportEventComment(input: $input) { event { commentCount } } }';

interface Posted {
  readonly id: string;
  readonly nodeId: string;
  readonly viewerCanEdit: boolean;
}

let posted: Posted;
const post = async (text: string, rating: number): Promise<Posted> => {
  const input = { eventId: event, text, rating };
  const { commentOnEvent } = await askData(service, COMMENT, { variables: { input }, token: author });
  return commentOnEvent.eventComment as Posted;
};
beforeEach(async () => {
  event = await make.createEvent(service.database.pool);
  posted = await post('Good', 4);
});

const change = (mutation: string, input: object, token: string | undefined = author) =>
  ask(service, mutation, { variables: { input: { eventCommentId: posted.id, ...input } }, token });
const refusal = async (mutation: string, input: object, token?: string) =>
  codesOf(await change(mutation, input, token));

/** What clients of v2.1 read of the event. */
async function readInV2() {
  const read = async (path: string) => (await fetch(`${service.base}/v2.1/events/${event}${path}`)).json();
  const { events } = (await read('?verbose=yes')) as { events: { event_comments_count: number }[] };
  const { comments } = (await read('/comments')) as { comments: { comment: string; rating: number }[] };
  return {
    count: events[0]?.event_comments_count,
    comments: comments.map(({ comment, rating }) => `${comment} ${rating}`),
  };
}

describe('An event comment of the viewer', () => {
  it('is edited, and v2.1 shows the new text with the same rating', async () => {
    const { data } = await change(EDIT, { text: 'Better' });

    expect(posted.viewerCanEdit).toBe(true);
    expect(data).toEqual({ editEventComment: { eventComment: { text: 'Better', rating: 4, viewerCanEdit: true } } });
    expect(await readInV2()).toEqual({ count: 1, comments: ['Better 4'] });
  });

  it('is withdrawn with its rating, and may then be posted again', async () => {
    const before = await readInV2();
    const { data } = await change(WITHDRAW, {});
    const after = await readInV2();
    await post('Good', 2);

    expect(before).toEqual({ count: 1, comments: ['Good 4'] });
    expect(data).toEqual({
      withdrawEventComment: {
        deletedNodeId: posted.nodeId,
        event: { id: event, commentCount: 0, ratings: { count: 0 } },
      },
    });
    expect(after).toEqual({ count: 0, comments: [] });
    expect(await readInV2()).toEqual({ count: 1, comments: ['Good 2'] });
    expect(await refusal(WITHDRAW, {})).toEqual([['NOT_FOUND', [{ reason: 'COMMENT_UNKNOWN' }]]]);
  });

  it.each([
    ['by others', EDIT, { text: 'Mine' }, () => reporter, 'FORBIDDEN', { reason: 'AUTHOR_ONLY' }],
    ['by others', WITHDRAW, {}, () => reporter, 'FORBIDDEN', { reason: 'AUTHOR_ONLY' }],
    ['without a text', EDIT, { text: ' ' }, () => author, 'INVALID', { reason: 'FIELD_REQUIRED', field: 'text' }],
    [
      'of another type',
      EDIT,
      { text: 'x', eventCommentId: 'x' },
      () => author,
      'NOT_FOUND',
      { reason: 'COMMENT_UNKNOWN' },
    ],
  ])('is not changed %s', async (_, mutation, input, by, code, problem) => {
    expect(await refusal(mutation, input, by())).toEqual([[code, [problem]]]);
    expect(await readInV2()).toEqual({ count: 1, comments: ['Good 4'] });
  });

  it('is not edited into a duplicate, and neither edited nor withdrawn after a quarter of an hour', async () => {
    const { pool } = service.database;
    await post('Again', 4);
    const duplicate = await refusal(EDIT, { text: 'again' });
    await pool.query("update event_comments set created_at = created_at - interval '16 minutes' where id = $1", [
      posted.id,
    ]);
    const late = await refusal(EDIT, { text: 'Late' });
    const query = `{ eventComment(id: ${posted.id}) { viewerCanEdit } }`;

    expect(duplicate).toEqual([['DUPLICATE', [{ reason: 'COMMENT_DUPLICATE' }]]]);
    expect(late).toEqual([['INVALID', [{ reason: 'EDIT_TIME_OVER', limit: 15 }]]]);
    expect(await askData(service, query, { token: author })).toEqual({ eventComment: { viewerCanEdit: false } });
    expect(await refusal(WITHDRAW, {})).toEqual([['INVALID', [{ reason: 'EDIT_TIME_OVER', limit: 15 }]]]);
  });

  it('is kept for the hosts while it is hidden by a report', async () => {
    await change(REPORT, {}, reporter);

    for (const mutation of [EDIT, WITHDRAW]) {
      const input = mutation === EDIT ? { text: 'Kind' } : {};
      expect(await refusal(mutation, input)).toEqual([['NOT_FOUND', [{ reason: 'COMMENT_UNKNOWN' }]]]);
    }
    const { rows } = await service.database.pool.query('select comment from event_comments where id = $1', [posted.id]);
    expect(rows).toEqual([{ comment: 'Good' }]);
  });

  it('can be reported again after an edit, by a reporter whose report was rejected', async () => {
    const { pool } = service.database;
    await change(REPORT, {}, reporter);
    await pool.query(
      "update comment_reports set decision = 'REJECTED', decided_at = now() - interval '1 minute' where event_comment_id = $1",
      [posted.id],
    );
    await pool.query('update event_comments set is_hidden = false where id = $1', [posted.id]);
    const cleared = await change(REPORT, {}, reporter);
    await change(EDIT, { text: 'Worse' });
    const again = await change(REPORT, {}, reporter);

    expect(cleared.data).toEqual({ reportEventComment: { event: { commentCount: 1 } } });
    expect(again.data).toEqual({ reportEventComment: { event: { commentCount: 0 } } });
  });
});
