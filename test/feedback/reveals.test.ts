import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';
import * as make from '../support/factories.js';
import { ask, askData, codesOf } from '../graphql/ask.js';
import { createWorld, SET_POLICY, type FeedbackWorld, type Viewer } from './world.js';

let service: TestService;
let world: FeedbackWorld;
beforeAll(async () => (service = await startService({ TALK_COMMENT_LIMIT: 'off' })));
afterAll(() => service.stop());
beforeEach(async () => {
  world = await createWorld(service, 'OPTIONAL');
});

const run = (mutation: string, input: object, viewer: Viewer) => {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`;
  return ask(service, query, { variables: { input }, token: world.tokens[viewer] });
};
const setPolicy = (policy: object) =>
  askData(service, SET_POLICY, { variables: { input: { eventId: world.event, ...policy } }, token: world.tokens.host });
const isWithheld = async () => {
  const { talk } = await askData(service, `{ talk(id: ${world.talk}) { ratings { areWithheld } } }`);
  return talk.ratings.areWithheld as boolean;
};

describe('the reveal of results', () => {
  it('needs as many authors, whose reported comments count as well', async () => {
    const { pool } = service.database;
    await setPolicy({ revealAfterComments: 2 });
    const comment = (user_id: string) => make.createTalkComment(pool, world.event, world.talk, { user_id });
    for (const text of ['One', 'Two']) {
      await run('commentOnTalk', { talkId: world.talk, text, rating: 3 }, 'host');
      if (text === 'One') expect(await isWithheld()).toBe(false);
    }
    await pool.query('delete from talk_comments where user_id = $1', [world.users.host]);
    expect(await isWithheld()).toBe(true);
    await run('commentOnTalk', { talkId: world.talk, text: 'One', rating: 3 }, 'host');
    await setPolicy({ revealAfterComments: 3 });
    await run('commentOnTalk', { talkId: world.talk, text: 'Three', rating: 3 }, 'host');
    expect(await isWithheld()).toBe(true);
    const third = await comment(world.users.attendee);
    expect(await isWithheld()).toBe(false);
    expect((await run('reportTalkComment', { talkCommentId: third }, 'author')).errors).toEqual([]);
    expect(await isWithheld()).toBe(false);
  });

  it('is not seen in advance by rating and withdrawing', async () => {
    const withdraw = () => run('withdrawTalkComment', { talkCommentId: world.talkComment }, 'author');
    await setPolicy({ revealAfterHours: 24 });
    expect(codesOf(await withdraw())).toEqual([['INVALID', [{ reason: 'RESULTS_WITHHELD' }]]]);
    await setPolicy({ revealAfterHours: null });
    expect((await withdraw()).errors).toEqual([]);
  });

  it('is not seen in advance by withdrawing the comment that has caused it', async () => {
    await setPolicy({ revealAfterComments: 2 });
    const { commentOnTalk } = await askData(
      service,
      `mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id } } }`,
      { variables: { input: { talkId: world.talk, text: 'Two', rating: 3 } }, token: world.tokens.attendee },
    );
    const withdraw = () => run('withdrawTalkComment', { talkCommentId: commentOnTalk.talkComment.id }, 'attendee');
    expect(await isWithheld()).toBe(false);
    expect(codesOf(await withdraw())).toEqual([['INVALID', [{ reason: 'RESULTS_WITHHELD' }]]]);
    expect(await isWithheld()).toBe(false);
    await make.createTalkComment(service.database.pool, world.event, world.talk, { user_id: world.users.host });
    expect((await withdraw()).errors).toEqual([]);
    expect(await isWithheld()).toBe(false);
  });

  it('does not show whether the author of a comment with a hidden name has another comment', async () => {
    const { pool } = service.database;
    await setPolicy({ revealAfterComments: 2 });
    const withheld = [];
    for (const user_id of [world.users.author, world.users.attendee]) {
      await make.createTalkComment(pool, world.event, world.talk, { user_id, rating: 0 });
      withheld.push(await isWithheld());
      await pool.query('delete from talk_comments where talk_id = $1 and not is_name_hidden', [world.talk]);
    }
    expect(withheld).toEqual([false, false]);
  });

  it('is not moved by a speaker who moves the talk after reporting its comments', async () => {
    await setPolicy({ revealAfterHours: 24 });
    const move = () => run('updateTalk', { talkId: world.talk, durationMinutes: 1 }, 'speaker');
    expect((await run('reportTalkComment', { talkCommentId: world.talkComment }, 'speaker')).errors).toEqual([]);
    expect(codesOf(await move())).toEqual([['FORBIDDEN', [{ reason: 'HOSTS_ONLY' }]]]);
    await service.database.pool.query('delete from talk_comments where talk_id = $1', [world.talk]);
    expect((await move()).errors).toEqual([]);
  });

  it('is not moved by a speaker who moves the talk, but by a host', async () => {
    await setPolicy({ revealAfterHours: 24 });
    const move = (viewer: Viewer, change: object) => run('updateTalk', { talkId: world.talk, ...change }, viewer);
    for (const change of [{ durationMinutes: 1 }, { startDate: new Date(Date.now() - 9_000_000).toISOString() }]) {
      expect(codesOf(await move('speaker', change))).toEqual([['FORBIDDEN', [{ reason: 'HOSTS_ONLY' }]]]);
    }
    expect((await move('speaker', { description: 'Other' })).errors).toEqual([]);
    expect((await move('host', { durationMinutes: 1 })).errors).toEqual([]);
    await setPolicy({ revealAfterHours: null });
    expect((await move('speaker', { durationMinutes: 20 })).errors).toEqual([]);
  });
});
