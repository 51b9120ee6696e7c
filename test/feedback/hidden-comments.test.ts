import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, askData, codesOf } from '../graphql/ask.js';
import { AUTHOR } from './identity.js';
import { createWorld, type FeedbackWorld, type Viewer } from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ LIMIT_REQUESTS_ADDRESS: 'off', TALK_COMMENT_LIMIT: 'off' });
});
afterAll(() => service.stop());

const POST = 'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id rating } } }';
const POST_ON_EVENT =
  'mutation ($input: CommentOnEventInput!) { commentOnEvent(input: $input) { eventComment { id rating } } }';

const post = (world: FeedbackWorld, viewer: Viewer, input: object) =>
  ask(service, POST, { variables: { input: { talkId: world.talk, ...input } }, token: world.tokens[viewer] });

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

  it('is refused after a public comment, also without ratings', async () => {
    const world = await createWorld(service, 'OPTIONAL');
    await service.database.pool.query("update events set feedback_ratings = 'OFF' where id = $1", [world.event]);
    await post(world, 'attendee', { text: 'First' });
    const second = await post(world, 'attendee', { text: 'Second', hideName: true });
    const onEvent = (text: string, hideName: boolean) => {
      const input = { eventId: world.event, text, hideName };
      return ask(service, POST_ON_EVENT, { variables: { input }, token: world.tokens['attendee'] });
    };
    await onEvent('First', false);
    for (const refused of [second, await onEvent('Second', true)]) {
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
