import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';
import * as make from '../support/factories.js';
import { ask, askData, codesOf } from '../graphql/ask.js';
import { marksIn } from './identity.js';
import { createWorld, SET_POLICY, TALK_TEXT, viewers, type FeedbackWorld, type Viewer } from './world.js';

let service: TestService;
let world: FeedbackWorld;
beforeAll(async () => (service = await startService({ TALK_COMMENT_LIMIT: 'off' })));
afterAll(() => service.stop());
beforeEach(async () => (world = await createWorld(service, 'OPTIONAL')));

const SHARE = `mutation ($input: ShareFeedbackInput!) { shareFeedback(input: $input) {
  url share { id includesRatings expiresAt } talk { viewerShares { id } } } }`;
const REVOKE = `mutation ($input: RevokeSharedFeedbackInput!) { revokeSharedFeedback(input: $input) {
  talk { viewerShares { id } } } }`;

const share = (input: object = {}, viewer: Viewer = 'speaker') =>
  ask(service, SHARE, {
    variables: { input: { talkId: world.talk, includeRatings: true, ...input } },
    token: world.tokens[viewer],
  });
async function shared(input: object = {}) {
  const { data, errors } = await share(input);
  expect(errors).toEqual([]);
  return data.shareFeedback as { url: string; share: { id: string } };
}
interface Shown {
  readonly ratings: object | null;
  readonly comments: readonly {
    readonly text: string;
    readonly author: string | null;
    readonly rating: number | null;
  }[];
}
const read = async (url: string) => {
  const response = await fetch(`${url}.json`);
  return { status: response.status, body: response.status === 200 ? ((await response.json()) as Shown) : null };
};
const textsOf = async (url: string) => (await read(url)).body?.comments.map(({ text }) => text);

describe('shared feedback', () => {
  it('is a page and JSON for anybody with the URL, which no cache, crawler or script gets', async () => {
    const { url } = await shared();
    const page = await fetch(url);
    const html = await page.text();
    expect(page.headers.get('Content-Type')).toMatch('text/html');
    expect([html.includes(TALK_TEXT), html.includes('1 rating'), marksIn(html)]).toEqual([true, true, []]);
    const json = await fetch(`${url}.json`, { headers: { Origin: 'https://elsewhere.example' } });
    for (const { headers } of [page, json]) {
      expect(Object.fromEntries(headers)).toMatchObject({
        ...{ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
      });
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
    expect(await json.json()).toMatchObject({
      ratings: { average: 2, count: 1, fairLow: expect.any(Number) },
      comments: [{ text: TALK_TEXT, rating: 2, author: null }],
    });
  });

  it('shows some comments, and no ratings, if the speaker wants', async () => {
    const { pool } = service.database;
    const more = [];
    for (const comment of ['One', 'Two']) {
      more.push(
        await make.createTalkComment(pool, world.event, world.talk, { comment, user_id: world.users.attendee }),
      );
    }
    const { url } = await shared({ commentIds: [more[1]], includeRatings: false });
    const { body } = await read(url);
    expect(body).toMatchObject({ ratings: null, comments: [{ text: 'Two', rating: null }] });
    expect(await (await fetch(url)).text()).not.toContain('class="rating"');
  });

  it('loses a comment at once that is reported, withdrawn or deleted', async () => {
    const { pool } = service.database;
    const { url } = await shared();
    const comment = (row: object) =>
      make.createTalkComment(pool, world.event, world.talk, { user_id: world.users.attendee, ...row });
    const reported = await comment({ comment: 'Reported' });
    await comment({ comment: 'Private', is_private: true });
    expect(await textsOf(url)).toEqual([TALK_TEXT, 'Reported']);
    const report = 'mutation ($input: ReportTalkCommentInput!) { reportTalkComment(input: $input) { talk { id } } }';
    await askData(service, report, { variables: { input: { talkCommentId: reported } }, token: world.tokens.author });
    expect(await textsOf(url)).toEqual([TALK_TEXT]);
    const withdraw =
      'mutation ($input: WithdrawTalkCommentInput!) { withdrawTalkComment(input: $input) { talk { id } } }';
    const input = { talkCommentId: world.talkComment };
    await askData(service, withdraw, { variables: { input }, token: world.tokens.author });
    expect(await textsOf(url)).toEqual([]);
  });

  it('shows nothing before the results are revealed, not even to its speaker', async () => {
    const { url } = await shared();
    const input = { eventId: world.event, revealAfterComments: 50 };
    await askData(service, SET_POLICY, { variables: { input }, token: world.tokens.host });
    for (const token of [undefined, world.tokens.speaker]) {
      const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      const json = (await (await fetch(`${url}.json`, { headers })).json()) as Shown;
      expect(json).toMatchObject({ ratings: { average: null, count: 0, fair: null }, comments: [] });
      expect(await (await fetch(url, { headers })).text()).not.toContain(TALK_TEXT);
    }
  });

  it('ends when it expires, is revoked, or its speaker is unlinked', async () => {
    const { pool } = service.database;
    const first = await shared({ expiresAt: '2099-01-01' });
    expect((await read(first.url)).status).toBe(200);
    await pool.query("update shared_feedback set expires_at = now() - interval '1 second' where id = $1", [
      first.share.id,
    ]);
    const second = await shared();
    const revoked = await askData(service, REVOKE, {
      variables: { input: { shareId: second.share.id } },
      token: world.tokens.speaker,
    });
    expect(revoked.revokeSharedFeedback.talk.viewerShares).toEqual([]);
    const third = await shared();
    await pool.query('update talk_speakers set user_id = null where user_id = $1', [world.users.speaker]);
    for (const { url } of [first, second, third]) expect((await read(url)).status).toBe(404);
    expect((await fetch(second.url)).status).toBe(404);
  });

  it('stores only a hash, which no log has', async () => {
    const { url } = await shared();
    const secret = /lec_[\w-]+/.exec(url)?.[0] ?? '';
    const { rows } = await service.database.pool.query('select * from shared_feedback');
    expect(secret.length).toBeGreaterThan(40);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it.each(viewers.filter((viewer) => !['speaker', 'hostSpeaker', 'visitor'].includes(viewer)))(
    'is not created by %s',
    async (viewer) => {
      expect(codesOf(await share({}, viewer))).toEqual([['FORBIDDEN', [{ reason: 'SPEAKERS_ONLY' }]]]);
    },
  );

  it.each([
    [{ commentIds: [] }, { reason: 'COMMENT_UNKNOWN', field: 'commentIds' }],
    [{ commentIds: ['999999999'] }, { reason: 'COMMENT_UNKNOWN', field: 'commentIds' }],
    [{ expiresAt: '2020-01-01' }, { reason: 'DATE_PASSED', field: 'expiresAt' }],
    [{ expiresAt: 'soonish' }, { reason: 'DATE_UNREADABLE', field: 'expiresAt' }],
  ])('is refused with %j', async (input, problem) => {
    expect(codesOf(await share(input))).toEqual([['INVALID', [problem]]]);
  });

  it('exists at most twenty times per talk', async () => {
    for (let index = 0; index < 20; index += 1) await shared();
    expect(codesOf(await share())).toEqual([['INVALID', [{ reason: 'TOO_MANY_SHARES', limit: 20 }]]]);
  });
});

describe('the summary for hosts', () => {
  const SUMMARY = (event: string) => `{ event(id: ${event}) { feedbackSummary {
    respondentCount responseRate silentTalkCount
    talks(orderBy: BEST_RATED) { totalCount nodes { id commentCount ratings { count } } } } } }`;

  it('counts respondents, talks without feedback, and lists talks by their fair rating', async () => {
    const { pool } = service.database;
    await make.createAttendee(pool, world.event, world.users.author);
    await make.createAttendee(pool, world.event, world.users.host);
    const silent = await make.createTalk(pool, world.event);
    await make.createTalkComment(pool, world.event, world.talk, { user_id: world.users.attendee, rating: 5 });
    await make.createTalkComment(pool, world.event, world.talk, { user_id: null, rating: 5 });
    const { event } = await askData(service, SUMMARY(world.event), { token: world.tokens.host });
    expect(event.feedbackSummary).toEqual({
      ...{ respondentCount: 2, responseRate: 2 / 3, silentTalkCount: 1 },
      talks: {
        totalCount: 2,
        nodes: [
          { id: world.talk, commentCount: 3, ratings: { count: 2 } },
          { id: silent, commentCount: 0, ratings: { count: 0 } },
        ],
      },
    });
  });

  it.each(['visitor', 'attendee', 'author', 'speaker'] as const)('is refused for %s', async (viewer) => {
    const refused = await ask(service, SUMMARY(world.event), { token: world.tokens[viewer] });
    expect(refused.data).toEqual({ event: { feedbackSummary: null } });
    expect(codesOf(refused)[0]?.[0]).toBe(viewer === 'visitor' ? 'UNAUTHENTICATED' : 'FORBIDDEN');
  });
});

describe('viewer.speaking', () => {
  it('has the ratings of all talks of the viewer, at all events', async () => {
    const { pool } = service.database;
    const other = await make.createEvent(pool);
    const talk = await make.createTalk(pool, other);
    await make.createSpeaker(pool, other, talk, { user_id: world.users.speaker });
    for (const rating of [5, 4])
      await make.createTalkComment(pool, other, talk, { user_id: world.users.attendee, rating });
    await make.createTalkComment(pool, other, talk, { user_id: world.users.speaker, rating: 1 });
    const query = `{ viewer { speaking { ratings { count average distribution { rating count } }
      talks { totalCount nodes { id ratings { count } } } } } }`;
    const { viewer } = await askData(service, query, { token: world.tokens.speaker });
    expect(viewer.speaking.ratings).toMatchObject({ count: 3, average: 11 / 3 });
    expect(viewer.speaking.ratings.distribution.map(({ count }: { count: number }) => count)).toEqual([0, 1, 0, 1, 1]);
    expect(viewer.speaking.talks.totalCount).toBe(2);
    const foreign = `{ user(id: ${world.users.speaker}) { speaking { ratings { count } } } }`;
    expect((await askData(service, foreign, { token: world.tokens.admin })).user.speaking).toBeNull();
  });
});
