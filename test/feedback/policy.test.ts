import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nodeIdOf } from '../../schema/node.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, askData, codesOf } from '../graphql/ask.js';
import { AUTHOR, marksIn } from './identity.js';
import { randomFrom } from '../process/random-world.js';
import { createWorld, EVENT_TEXT, SET_POLICY, TALK_TEXT, viewers, type FeedbackWorld, type Viewer } from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ LIMIT_REQUESTS_ADDRESS: 'off', TALK_COMMENT_LIMIT: 'off' });
});
afterAll(() => service.stop());

const POST = 'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id rating } } }';
const POST_ON_EVENT =
  'mutation ($input: CommentOnEventInput!) { commentOnEvent(input: $input) { eventComment { id rating } } }';

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

describe('a comment with a hidden name', () => {
  it('is refused where names are public', async () => {
    const world = await createWorld(service, 'PUBLIC');
    const problem = { reason: 'NAMES_ARE_PUBLIC', field: 'hideName' };
    expect(codesOf(await post(world, 'attendee', { text: 'x', rating: 1, hideName: true }))).toEqual([
      ['INVALID', [problem]],
    ]);
    const response = await fetch(`${service.base}/v2.1/talks/${world.talk}/comments`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${world.tokens['attendee']}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ comment: 'x', rating: 3, anonymous: 1 }),
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      ['Comments on this event show the name of their author'],
    ]);
  });

  it.each(['1', 'yes', 'true', 1, true])('is written in v2.1 with anonymous=%p', async (anonymous) => {
    const world = await createWorld(service, 'OPTIONAL');
    const response = await fetch(`${service.base}/v2.1/talks/${world.talk}/comments`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${world.tokens['attendee']}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ comment: 'Hidden', rating: 3, anonymous }),
    });
    expect(response.status).toBe(201);
    const { comments } = (await (await fetch(response.headers.get('Location') ?? '')).json()) as { comments: object[] };
    expect(comments).toMatchObject([{ username: null, user_display_name: '', comment: 'Hidden' }]);
    expect(comments[0]).not.toHaveProperty('user_uri');
  });

  it('a misspelt wish for it is an error, and publishes nothing', async () => {
    const world = await createWorld(service, 'OPTIONAL');
    const response = await fetch(`${service.base}/v2.1/talks/${world.talk}/comments`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${world.tokens['attendee']}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ comment: 'Hidden', rating: 3, anonymous: 'ja' }),
    });
    expect([response.status, await response.json()]).toEqual([400, ['The field "anonymous" must be 0 or 1']]);
  });

  it.each(['speaker', 'hostSpeaker'] as const)('is refused for %s, whose rating does not count', async (viewer) => {
    const world = await createWorld(service, 'HIDDEN');
    const refused = await post(world, viewer, { text: 'Mine', rating: 5 });
    expect(codesOf(refused)).toEqual([['INVALID', [{ reason: 'HIDDEN_NAME_UNRATED' }]]]);
  });

  it('is refused for hosts on their event, and after a public comment', async () => {
    const world = await createWorld(service, 'OPTIONAL');
    const input = { eventId: world.event, text: 'Mine', rating: 5, hideName: true };
    const onEvent = await ask(service, POST_ON_EVENT, { variables: { input }, token: world.tokens['host'] });
    await post(world, 'attendee', { text: 'First', rating: 5 });
    const second = await post(world, 'attendee', { text: 'Second', rating: 5, hideName: true });
    for (const refused of [onEvent, second]) {
      expect(codesOf(refused)).toEqual([['INVALID', [{ reason: 'HIDDEN_NAME_UNRATED' }]]]);
    }
  });

  it('is the only one of its author', async () => {
    const world = await createWorld(service, 'OPTIONAL');
    const onEvent = await ask(service, POST_ON_EVENT, {
      variables: { input: { eventId: world.event, text: 'More', rating: 5 } },
      token: world.tokens['author'],
    });
    for (const refused of [await post(world, 'author', { text: 'More', rating: 5 }), onEvent]) {
      expect(codesOf(refused)).toEqual([['INVALID', [{ reason: 'HIDDEN_COMMENT_EXISTS' }]]]);
    }
  });

  it('has a random ID and a time of the day, and its rating counts', async () => {
    const world = await createWorld(service, 'OPTIONAL');
    const { talkComment, talk } = await askData(
      service,
      `{ talkComment(id: ${world.talkComment}) { createdAt source userId isNameHidden }
        talk(id: ${world.talk}) { ratings { average count } } }`,
    );
    expect(Number(world.talkComment)).toBeGreaterThanOrEqual(2 ** 30);
    expect(talkComment).toEqual({
      ...{ createdAt: expect.stringMatching(/T00:00:00\+\d\d:00$/), source: null, userId: null, isNameHidden: true },
    });
    expect(talk.ratings).toEqual({ average: 2, count: 1 });
    const own = `{ talkComment(id: ${world.talkComment}) { createdAt user { username } viewerCanEdit } }`;
    const seen = await askData(service, own, { token: world.tokens['author'] });
    expect(seen.talkComment).toMatchObject({ user: { username: AUTHOR.username }, viewerCanEdit: true });
    expect(Math.abs(Date.parse(seen.talkComment.createdAt as string) - Date.now())).toBeLessThan(60_000);
  });

  it('counts for the limit of comments', async () => {
    const limited = await startService({ TALK_COMMENT_LIMIT: '1/3600' });
    try {
      const world = await createWorld(limited, 'OPTIONAL');
      const other = await make.createTalk(limited.database.pool, world.event);
      const again = await ask(limited, POST, {
        variables: { input: { talkId: other, text: 'Again', rating: 3 } },
        token: world.tokens['author'],
      });
      expect(codesOf(again)).toMatchObject([['RATE_LIMITED', [{ reason: 'RATE_LIMITED' }]]]);
    } finally {
      await limited.stop();
    }
  });
});

describe('discloseAuthor', () => {
  const DISCLOSE = `mutation ($input: DiscloseAuthorInput!) { discloseAuthor(input: $input) {
    comment { user { username } } } }`;
  const disclose = (
    world: FeedbackWorld,
    viewer: Viewer,
    reason = 'A threat',
    type: 'TalkComment' | 'EventComment' = 'TalkComment',
  ) =>
    ask(service, DISCLOSE, {
      variables: {
        input: {
          commentNodeId: nodeIdOf({ type, id: type === 'TalkComment' ? world.talkComment : world.eventComment }),
          reason,
        },
      },
      token: world.tokens[viewer],
    });
  const names = async (world: FeedbackWorld) => {
    const query = `{ talkComment(id: ${world.talkComment}) { user { username } } }`;
    const seen = [];
    for (const viewer of viewers) {
      const { talkComment } = await askData(service, query, { token: world.tokens[viewer] });
      if (talkComment.user) seen.push(viewer);
    }
    return seen;
  };

  it('shows the author to one host, records it, and mails the author', async () => {
    const world = await createWorld(service, 'HIDDEN');
    const before = await names(world);
    await service.takeMail();
    const disclosed = await disclose(world, 'host');
    await disclose(world, 'host');
    const mails = await service.takeMail();
    const { rows } = await service.database.pool.query(
      'select host_id, reason from author_disclosures where event_id = $1',
      [world.event],
    );

    expect(before).toEqual(['author', 'admin']);
    expect(disclosed.data.discloseAuthor).toEqual({ comment: { user: { username: AUTHOR.username } } });
    expect(await names(world)).toEqual(['author', 'host', 'admin']);
    expect(rows).toEqual([{ host_id: world.users.host, reason: 'A threat' }]);
    expect(mails).toEqual([
      expect.objectContaining({
        ...{ kind: 'author_disclosed', to: AUTHOR.email },
        data: expect.objectContaining({ host: 'The host', reason: 'A threat', comment: TALK_TEXT }),
      }),
    ]);
    expect((await disclose(world, 'host', 'A threat', 'EventComment')).errors).toEqual([]);
  });

  it('no longer shows it once the host claims the talk, or no longer hosts the event', async () => {
    const { pool } = service.database;
    const world = await createWorld(service, 'HIDDEN');
    await disclose(world, 'host');
    const speaker = await make.createSpeaker(pool, world.event, world.talk, { display_name: 'Anybody' });
    await make.createClaim(pool, world.event, world.talk, speaker, world.users.host, { claimed_at: new Date() });
    expect(await names(world)).toEqual(['author', 'admin']);
    await pool.query('delete from speaker_claims where user_id = $1', [world.users.host]);
    expect(await names(world)).toEqual(['author', 'host', 'admin']);
    await pool.query('delete from event_hosts where user_id = $1', [world.users.host]);
    expect(await names(world)).toEqual(['author', 'admin']);
  });

  it.each([
    ['visitor', 'UNAUTHENTICATED', 'LOGIN_REQUIRED'],
    ['attendee', 'FORBIDDEN', 'HOSTS_ONLY'],
    ['speaker', 'FORBIDDEN', 'HOSTS_ONLY'],
    ['hostSpeaker', 'FORBIDDEN', 'HOSTS_ONLY'],
  ] as const)('is refused for %s', async (viewer, code, reason) => {
    const world = await createWorld(service, 'HIDDEN');
    expect(codesOf(await disclose(world, viewer))).toEqual([[code, [{ reason }]]]);
  });

  it('requires a reason, and a hidden name', async () => {
    const world = await createWorld(service, 'HIDDEN');
    expect(codesOf(await disclose(world, 'host', ' '))).toEqual([
      ['INVALID', [{ reason: 'FIELD_REQUIRED', field: 'reason' }]],
    ]);
    const open = await createWorld(service, 'PUBLIC');
    expect(codesOf(await disclose(open, 'host'))).toEqual([['INVALID', [{ reason: 'AUTHOR_NOT_HIDDEN' }]]]);
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
