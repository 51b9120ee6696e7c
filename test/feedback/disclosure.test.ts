import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nodeIdOf } from '../../schema/node.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, askData, codesOf } from '../graphql/ask.js';
import { AUTHOR } from './identity.js';
import { createWorld, TALK_TEXT, viewers, type FeedbackWorld, type Viewer } from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ LIMIT_REQUESTS_ADDRESS: 'off', TALK_COMMENT_LIMIT: 'off' });
});
afterAll(() => service.stop());

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
    ['hostSpeaker', 'FORBIDDEN', 'DISCLOSURE_TO_SPEAKER'],
  ] as const)('is refused for %s', async (viewer, code, reason) => {
    const world = await createWorld(service, 'HIDDEN');
    expect(codesOf(await disclose(world, viewer))).toEqual([[code, [{ reason }]]]);
  });

  it('does not tell private comments of others from unknown ones', async () => {
    const { pool } = service.database;
    const world = await createWorld(service, 'HIDDEN');
    const hidden = { is_private: true, user_id: world.users.speaker };
    const talkComment = await make.createTalkComment(pool, world.event, world.talk, hidden);
    const refused = codesOf(await disclose({ ...world, talkComment }, 'attendee'));
    expect(refused).toEqual([['NOT_FOUND', [{ reason: 'COMMENT_UNKNOWN' }]]]);
    expect(codesOf(await disclose({ ...world, talkComment: '999999999' }, 'attendee'))).toEqual(refused);
    expect((await disclose({ ...world, talkComment }, 'host')).errors).toEqual([]);
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
