import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startInstance, type Instance } from '../support/instance.js';
import { startService, type TestService } from '../support/service.js';
import { unlimitedWrites } from '../support/unlimited-writes.js';
import { askData, ask, codesOf } from '../graphql/ask.js';
import * as make from '../support/factories.js';
import { endpoints, read } from './endpoints.js';
import { createWorld, SET_POLICY, TALK_TEXT, type FeedbackWorld, type Viewer } from './world.js';

let service: TestService;
/** A second process on the same database. */
let other: Instance;
let world: FeedbackWorld;
beforeAll(async () => {
  const settings = {
    SECRET_KEY: 'the secret key of both of the processes',
    TALK_COMMENT_LIMIT: 'off',
    LIMIT_REQUESTS_ADDRESS: 'off',
  };
  service = await startService(settings);
  other = await startInstance(service.database, { ...unlimitedWrites, ...settings, LOG_LEVEL: 'error' }, {});
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});
beforeEach(async () => {
  await at(Date.now() / 1000);
  world = await createWorld(service, 'DELAYED');
});

/** Sets the clocks of both processes, in seconds since 1970. */
async function at(seconds: number): Promise<void> {
  const time = () => Promise.resolve(seconds);
  await Promise.all([service.clock.compare(time), other.clock.compare(time)]);
}

const as = (viewer: Viewer) => ({ token: world.tokens[viewer] });
const RATINGS = 'ratings { average count areWithheld fair fairLow distribution { count } }';
const talkOf = async (viewer: Viewer) =>
  (
    await askData(
      service,
      `{ talk(id: ${world.talk}) { commentCount ${RATINGS} comments { totalCount nodes { id } } } }`,
      as(viewer),
    )
  ).talk;
const comment = (token: string | undefined, text: string, rating = 4) =>
  askData(service, `mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talk { id } } }`, {
    variables: { input: { talkId: world.talk, text, rating, hideName: true } },
    token,
  });

const withheld = {
  commentCount: 1,
  ratings: { average: null, count: 0, areWithheld: true, fair: null, fairLow: null, distribution: [] },
  comments: { totalCount: 0, nodes: [] },
};

describe('before the results of a talk are revealed', () => {
  it.each(['visitor', 'attendee'] as const)('%s: no endpoint shows its comments', async (viewer) => {
    const shown = [];
    for (const endpoint of endpoints(world)) {
      if ((await read(service.base, endpoint, world.tokens[viewer])).includes(TALK_TEXT)) shown.push(endpoint.name);
    }
    expect(shown).toEqual([]);
    expect(await talkOf(viewer)).toEqual(withheld);
  });

  it.each(['author', 'speaker', 'host', 'hostSpeaker', 'admin'] as const)('%s sees everything', async (viewer) => {
    expect(await talkOf(viewer)).toMatchObject({
      ratings: { average: 2, count: 1, areWithheld: false },
      comments: { totalCount: 1, nodes: [{ id: world.talkComment }] },
    });
    const endpoint = { name: '', path: `/v2.1/talks/${world.talk}/comments` };
    expect(await read(service.base, endpoint, world.tokens[viewer])).toContain(TALK_TEXT);
  });

  it('v2.1 shows no average and no comment, but counts it', async () => {
    const record = async (path: string) => (await fetch(`${service.base}/v2.1/${path}`)).json();
    expect(await record(`talks/${world.talk}`)).toMatchObject({ talks: [{ average_rating: 0, comment_count: 1 }] });
    expect(await record(`talks/${world.talk}/comments`)).toMatchObject({ comments: [], meta: { count: 0, total: 0 } });
    expect((await fetch(`${service.base}/v2.1/talk_comments/${world.talkComment}`)).status).toBe(404);
  });

  it('a viewer who rates the talk sees the others', async () => {
    await comment(world.tokens['attendee'], 'I agree');
    expect(await talkOf('attendee')).toMatchObject({ ratings: { average: 3, count: 2 }, comments: { totalCount: 2 } });
    expect(await talkOf('visitor')).toEqual({ ...withheld, commentCount: 2 });
  });

  it('a withheld comment cannot be reported', async () => {
    const report = `mutation ($input: ReportTalkCommentInput!) { reportTalkComment(input: $input) { talk { id } } }`;
    const refused = await ask(service, report, {
      variables: { input: { talkCommentId: world.talkComment } },
      ...as('attendee'),
    });
    expect(codesOf(refused)).toEqual([['NOT_FOUND', [{ reason: 'COMMENT_UNKNOWN' }]]]);
  });

  it('no order of talks shows how it is rated', async () => {
    const { pool } = service.database;
    const better = await make.createTalk(pool, world.event, { starts_at: new Date() });
    await make.createTalkComment(pool, world.event, better, { user_id: world.users.attendee, rating: 5 });
    for (const order of ['RATING', 'BEST_RATED']) {
      const query = `{ event(id: ${world.event}) { talks(orderBy: ${order}) { nodes { id } } } }`;
      const ids = async (viewer: Viewer) =>
        (await askData(service, query, as(viewer))).event.talks.nodes.map(({ id }: { id: string }) => id);
      expect([order, await ids('visitor')]).toEqual([order, [world.talk, better]]);
      expect([order, await ids('host')]).toEqual([order, [better, world.talk]]);
    }
  });
});

describe('the results of a talk are revealed', () => {
  it('by the third comment', async () => {
    for (const text of ['Second', 'Third']) {
      const token = await make.createToken(service.database.pool, await make.createUser(service.database.pool));
      await comment(token, text);
      expect((await talkOf('visitor')).ratings.count).toBe(text === 'Third' ? 3 : 0);
    }
    expect((await talkOf('visitor')).comments.totalCount).toBe(3);
  });

  it('by time, by two processes in the same second, and cached responses expire', async () => {
    const { talk } = await askData(service, `{ talk(id: ${world.talk}) { feedbackRevealsAt scheduledEnd } }`);
    const reveal = Date.parse(talk.feedbackRevealsAt as string) / 1000;
    expect(reveal - Date.parse(talk.scheduledEnd as string) / 1000).toBe(2 * 3_600);
    const paths = [
      `/v2.1/talks/${world.talk}`,
      `/v2.1/talks/${world.talk}/comments`,
      `/v2.1/events/${world.event}/talk_comments`,
      `/talk/${world.stub}`,
      `/graphql?query=${encodeURIComponent(`{ talk(id: ${world.talk}) { ${RATINGS} comments { totalCount } } }`)}`,
    ];
    const bodies = async () =>
      Promise.all(
        [service.base, other.base].map((base) =>
          Promise.all(paths.map(async (path) => (await (await fetch(base + path)).text()).replaceAll(base, ''))),
        ),
      );
    await at(reveal - 2);
    const [before, beforeThere] = await bodies();
    expect(beforeThere).toEqual(before);
    expect((await bodies())[0]).toEqual(before);
    await at(reveal + 0.5);
    const [after, afterThere] = await bodies();
    expect(afterThere).toEqual(after);
    for (const [index, body] of (after ?? []).entries())
      expect([paths[index], body]).not.toEqual([paths[index], before?.[index]]);
    expect(after?.[1]).toContain(TALK_TEXT);
  });

  it('at once, if the hosts no longer delay them', async () => {
    expect(await talkOf('visitor')).toEqual(withheld);
    const input = { eventId: world.event, revealAfterComments: null, revealAfterHours: null };
    await askData(service, SET_POLICY, { variables: { input }, ...as('host') });
    expect(await talkOf('visitor')).toMatchObject({ ratings: { count: 1 }, comments: { totalCount: 1 } });
  });
});

describe('feedback that opens with the talk', () => {
  it('is refused before, and opens in cached responses at the start', async () => {
    const { pool } = service.database;
    const start = Math.ceil(Date.now() / 1000) + 3_600;
    const talk = await make.createTalk(pool, world.event, { starts_at: new Date(start * 1000) });
    const open = async () => {
      const { talks } = (await (await fetch(`${service.base}/v2.1/talks/${talk}`)).json()) as {
        talks: [{ comments_enabled: number }];
      };
      return talks[0].comments_enabled;
    };
    const post = () =>
      ask(service, 'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talk { id } } }', {
        variables: { input: { talkId: talk, text: 'Good', rating: 4 } },
        ...as('attendee'),
      });
    const input = { eventId: world.event, opens: 'WITH_TALK' };
    await askData(service, SET_POLICY, { variables: { input }, ...as('host') });
    expect(await open()).toBe(0);
    expect(codesOf(await post())).toEqual([['INVALID', [{ reason: 'COMMENTS_CLOSED' }]]]);
    await at(start + 1);
    expect(await open()).toBe(1);
    expect((await post()).errors).toEqual([]);
  });
});
