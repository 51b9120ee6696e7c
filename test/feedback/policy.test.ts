import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';
import { ask, askData, codesOf } from '../graphql/ask.js';
import { marksIn } from './identity.js';
import { randomFrom } from '../process/random-world.js';
import { createWorld, EVENT_TEXT, SET_POLICY, TALK_TEXT, type FeedbackWorld, type Viewer } from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ LIMIT_REQUESTS_ADDRESS: 'off', TALK_COMMENT_LIMIT: 'off' });
});
afterAll(() => service.stop());

const POST = 'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id rating } } }';

const setPolicy = (world: FeedbackWorld, policy: object, viewer: Viewer = 'host') =>
  ask(service, SET_POLICY, {
    variables: { input: { eventId: world.event, ...policy } },
    token: world.tokens[viewer],
  });
const post = (world: FeedbackWorld, viewer: Viewer, input: object) =>
  ask(service, POST, { variables: { input: { talkId: world.talk, ...input } }, token: world.tokens[viewer] });

describe('setFeedbackPolicy', () => {
  it('changes the given fields, and null clears a number', async () => {
    const world = await createWorld(service, 'PUBLIC');
    const changes = [
      {},
      { names: 'OPTIONAL', revealAfterComments: 5, revealAfterHours: 24 },
      { ratings: 'OFF', opens: 'WITH_TALK', revealAfterHours: null },
      { names: 'PUBLIC', ratings: 'ON', opens: 'ON_DAY', revealAfterComments: null },
    ];
    const seen = [];
    for (const change of changes) seen.push((await setPolicy(world, change)).data.setFeedbackPolicy.event.feedback);
    const standard = {
      names: 'PUBLIC',
      ratings: 'ON',
      revealAfterComments: null,
      revealAfterHours: null,
      opens: 'ON_DAY',
    };
    expect(seen).toEqual([
      standard,
      { ...standard, names: 'OPTIONAL', revealAfterComments: 5, revealAfterHours: 24 },
      { names: 'OPTIONAL', ratings: 'OFF', revealAfterComments: 5, revealAfterHours: null, opens: 'WITH_TALK' },
      standard,
    ]);
  });

  it.each([
    [{ names: null }, { reason: 'FIELD_REQUIRED', field: 'names' }],
    [{ revealAfterComments: 0 }, { reason: 'NUMBER_OUT_OF_RANGE', field: 'revealAfterComments' }],
    [{ revealAfterComments: 1001 }, { reason: 'NUMBER_OUT_OF_RANGE', field: 'revealAfterComments' }],
    [{ revealAfterHours: -1 }, { reason: 'NUMBER_OUT_OF_RANGE', field: 'revealAfterHours' }],
    [{ revealAfterHours: 8761 }, { reason: 'NUMBER_OUT_OF_RANGE', field: 'revealAfterHours' }],
  ])('rejects %p', async (change, problem) => {
    const world = await createWorld(service, 'PUBLIC');
    expect(codesOf(await setPolicy(world, change))).toEqual([['INVALID', [problem]]]);
  });
});

describe('any sequence of policies', () => {
  const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

  it(`reveals no name that was hidden when it was written (TEST_SEED=${seed})`, async () => {
    const random = randomFrom(seed);
    const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    for (let round = 0; round < 6; round += 1) {
      const world = await createWorld(service, one(['OPTIONAL', 'HIDDEN', 'DELAYED'] as const));
      for (let step = 0; step < 12; step += 1) {
        await setPolicy(world, {
          names: one(['PUBLIC', 'OPTIONAL', 'HIDDEN']),
          ratings: one(['ON', 'OFF']),
          revealAfterComments: one([null, 1, 50]),
          revealAfterHours: one([null, 0, 100]),
          opens: one(['ON_DAY', 'WITH_TALK']),
        });
        for (const viewer of ['visitor', 'attendee', 'speaker', 'host'] as const) {
          const found = await ask(
            service,
            `{ event(id: ${world.event}) {
              comments { nodes { text source user { id username } } }
              talkComments { nodes { text source user { id username } } } } }`,
            { token: world.tokens[viewer] },
          );
          expect([found.errors, marksIn(JSON.stringify(found.data))]).toEqual([[], []]);
          expect(JSON.stringify(found.data)).toContain(EVENT_TEXT);
        }
      }
    }
  });
});

describe('without ratings', () => {
  it('a rating may be missing, and is stored as 0', async () => {
    const world = await createWorld(service, 'PUBLIC');
    await setPolicy(world, { ratings: 'OFF' });
    const missing = await post(world, 'attendee', { text: 'Good' });
    const given = await post(world, 'host', { text: 'Good', rating: 99 });
    expect([missing, given].map(({ data }) => data.commentOnTalk.talkComment.rating)).toEqual([0, 0]);
    const response = await fetch(`${service.base}/v2.1/events/${world.event}/comments`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${world.tokens['attendee']}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ comment: 'Good' }),
    });
    expect(response.status).toBe(201);
  });
});

describe('the versions of a comment', () => {
  it('are kept for hosts when it is edited, and deleted when it is withdrawn', async () => {
    const world = await createWorld(service, 'PUBLIC');
    const edit = `mutation ($input: EditTalkCommentInput!) { editTalkComment(input: $input) { talkComment { text editedAt } } }`;
    for (const text of ['Better', 'Best']) {
      const input = { talkCommentId: world.talkComment, text };
      await askData(service, edit, { variables: { input }, token: world.tokens['author'] });
    }
    const query = `{ talkComment(id: ${world.talkComment}) { text editedAt versions { text replacedAt } } }`;
    const seen = (await askData(service, query, { token: world.tokens['host'] })).talkComment;
    const refused = await ask(service, query, { token: world.tokens['attendee'] });
    expect(seen).toMatchObject({ text: 'Best', versions: [{ text: TALK_TEXT }, { text: 'Better' }] });
    expect(Date.parse(seen.editedAt as string)).toBeGreaterThan(Date.now() - 60_000);
    expect(codesOf(refused)).toEqual([['FORBIDDEN', [{ reason: 'HOSTS_ONLY' }]]]);

    const withdraw = `mutation ($input: WithdrawTalkCommentInput!) { withdrawTalkComment(input: $input) {
      talk { commentCount ratings { count } } } }`;
    const variables = { input: { talkCommentId: world.talkComment } };
    const withdrawn = await askData(service, withdraw, { variables, token: world.tokens['author'] });
    const { rows } = await service.database.pool.query('select id from comment_versions where talk_comment_id = $1', [
      world.talkComment,
    ]);
    expect([withdrawn.withdrawTalkComment.talk, rows]).toEqual([{ commentCount: 0, ratings: { count: 0 } }, []]);
  });
});
