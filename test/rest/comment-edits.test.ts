import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, inOrder, recordOf } from './ask.js';

let service: TestService;
let ada: string;
let token: string;
let event: string;
let talk: string;

beforeAll(async () => {
  service = await startService({ SPAM_WORDS: 'casino', COMMENT_EDIT_MINUTES: '10' });
});
afterAll(() => service.stop());

beforeEach(async () => {
  const { pool } = service.database;
  ada = await make.createUser(pool, { full_name: 'Ada' });
  token = await make.createToken(pool, ada);
  event = await make.createEvent(pool);
  talk = await make.createTalk(pool, event, { title: 'Engines' });
});

/** The URL of a new comment of Ada. */
async function said(text: string): Promise<string> {
  const body = { comment: text, rating: 4 };
  const answer = await ask(service, `/v2.1/talks/${talk}/comments`, { method: 'POST', token, body });
  expect(answer.status).toBe(201);
  return answer.headers.get('location') ?? '';
}
const edit = (address: string, comment: unknown, as: string | undefined = token) =>
  ask(service, address, { method: 'PUT', token: as, body: { comment, rating: 1 } });
const refusal = async (asked: ReturnType<typeof ask>) => {
  const answer = await asked;
  return [answer.status, bodyOf(answer)];
};
const textAt = async (address: string) => recordOf(await ask(service, address), 'comments')['comment'];

describe('editing a comment on a talk (contract §3.6)', () => {
  it('returns the comment with its new text, the old rating and the old date', async () => {
    const address = await said('Good');
    const before = recordOf(await ask(service, address), 'comments');
    const answer = await edit(address, ' <i>Better</i> ');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf8');
    const after = { ...before, rating: 4, comment: ' <i>Better</i> ' };
    const user = `${service.base}/v2.1/users/${ada}`;
    const page = `${address}?start=0&resultsperpage=20`;
    expect(inOrder(bodyOf(answer))).toBe(
      inOrder({ comments: [after], meta: { count: 1, total: 1, this_page: page, user_uri: user } }),
    );
    expect(recordOf(await ask(service, address), 'comments')).toEqual(after);
    const { rows } = await service.database.pool.query('select edited_at from talk_comments where talk_id = $1', [
      talk,
    ]);
    expect(Math.abs(Number((rows[0] as { edited_at: Date }).edited_at) - Date.now())).toBeLessThan(60_000);
  });

  it('rejects duplicates of the new text, and accepts the old one again', async () => {
    const [first, second] = [await said('One'), await said('Two')];
    expect(await refusal(edit(second, 'ONE'))).toEqual([400, ['Duplicate comment']]);
    expect(await textAt(second)).toBe('Two');
    expect((await edit(first, 'one')).status).toBe(200);
    expect((await edit(first, 'Three')).status).toBe(200);
    expect((await edit(second, 'One')).status).toBe(200);
  });

  it('is for the author only; others get 403, also hosts and administrators', async () => {
    const { pool } = service.database;
    const address = await said('Good');
    const host = await make.createUser(pool);
    await make.createHost(pool, event, host);
    for (const user of [await make.createUser(pool), host, await make.createUser(pool, { is_admin: true })]) {
      const answer = refusal(edit(address, 'Bad', await make.createToken(pool, user)));
      expect(await answer).toEqual([403, ['You are not the comment author']]);
    }
    const anonymous = await make.createTalkComment(pool, event, talk);
    const answer = refusal(edit(`/v2.1/talk_comments/${anonymous}`, 'Mine'));
    expect(await answer).toEqual([403, ['You are not the comment author']]);
    expect(await textAt(address)).toBe('Good');
  });

  it('is possible within the configured time', async () => {
    const { pool } = service.database;
    const madeAgo = (seconds: number) =>
      make.createTalkComment(pool, event, talk, {
        user_id: ada,
        created_at: new Date(Date.now() - seconds * 1000),
      });
    const [young, old] = [await madeAgo(590), await madeAgo(601)];
    expect((await edit(`/v2.1/talk_comments/${young}`, 'In time')).status).toBe(200);
    const late = refusal(edit(`/v2.1/talk_comments/${old}`, 'casino'));
    expect(await late).toEqual([400, ['Cannot edit the comment after 10 minutes']]);
  });

  it('is checked for spam', async () => {
    const address = await said('Good');
    expect(await refusal(edit(address, 'The casino'))).toEqual([400, ['comment failed spam check']]);
    expect(await textAt(address)).toBe('Good');
  });

  it('requires a login, then a text, then an existing comment', async () => {
    const reported = await said('Reported');
    await ask(service, `${reported}/reported`, { method: 'POST', token });
    for (const path of ['/v2.1/talk_comments/999999', reported]) {
      const anonymous = await ask(service, path, { method: 'PUT', body: {} });
      expect([anonymous.status, bodyOf(anonymous)]).toEqual([401, ['You must log in to edit a comment']]);
      for (const text of [undefined, null, '', ' ']) {
        expect(await refusal(edit(path, text))).toEqual([400, ['The field "comment" is required']]);
      }
      expect(await refusal(edit(path, 'Better'))).toEqual([404, ['Comment not found']]);
    }
  });

  it('returns 404 for an event that is hidden from the caller, even for their own comment', async () => {
    const { pool } = service.database;
    const pending = await make.createEvent(pool, { status: 'PENDING' });
    const below = await make.createTalk(pool, pending);
    const own = await make.createTalkComment(pool, pending, below, { user_id: ada });
    expect(await refusal(edit(`/v2.1/talk_comments/${own}`, 'Better'))).toEqual([404, ['Comment not found']]);
  });
});
