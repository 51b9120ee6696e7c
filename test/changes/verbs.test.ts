import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorld, type FeedbackWorld, type Viewer } from '../feedback/world.js';
import { ask, askData } from '../graphql/ask.js';
import { startService, type TestService } from '../support/service.js';
import { takeKinds } from './log.js';

let service: TestService;
let world: FeedbackWorld;
beforeAll(async () => {
  service = await startService({ LIMIT_REQUESTS_ADDRESS: 'off', TALK_COMMENT_LIMIT: 'off' });
});
afterAll(() => service.stop());

/** Calls a mutation with a payload that nobody reads, and returns the kinds that it has recorded. */
async function kindsOf(viewer: Viewer, mutation: string, input: object): Promise<string[]> {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const { errors } = await ask(service, `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`, {
    variables: { input },
    token: world.tokens[viewer],
  });
  expect(errors).toEqual([]);
  return takeKinds(service.database.pool, world.event);
}

const startDate = new Date().toISOString();
const talkFields = { title: 'A title', description: 'A description', startDate, type: 'TALK' };

describe('The event log', () => {
  beforeAll(async () => {
    world = await createWorld(service, 'PUBLIC');
  });

  it('contains what has created the world', async () => {
    expect(await takeKinds(service.database.pool, world.event)).toEqual([
      ...['talk_comment.created', 'event_comment.created'],
    ]);
  });

  it('records each verb about talks, tracks and links', async () => {
    const { event, talk, track } = world;
    expect(await kindsOf('host', 'addTalk', { eventId: event, ...talkFields })).toEqual(['talk.created']);
    const of = { talkId: talk };
    expect(await kindsOf('host', 'updateTalk', { ...of, title: 'Another title' })).toEqual(['talk.changed']);
    expect(await kindsOf('host', 'updateTalk', { ...of, title: 'Another title' })).toEqual([]);
    expect(await kindsOf('host', 'updateTalk', { ...of, description: 'Another text' })).toEqual(['talk.changed']);
    expect(await kindsOf('host', 'updateTalk', { ...of, room: 'Blue hall' })).toEqual(['talk.moved']);
    expect(await kindsOf('host', 'updateTalk', { ...of, speakers: ['Ada'] })).toEqual(['talk.changed']);
    expect(await kindsOf('host', 'removeTalkFromTrack', { ...of, trackId: track })).toEqual(['talk.changed']);
    expect(await kindsOf('host', 'addTalkToTrack', { ...of, trackId: track })).toEqual(['talk.changed']);
    expect(await kindsOf('host', 'addTalkToTrack', { ...of, trackId: track })).toEqual([]);
    const link = { ...of, kind: 'CODE', url: 'https://example.org/' };
    expect(await kindsOf('host', 'addTalkLink', link)).toEqual(['talk.changed']);
    expect(await kindsOf('host', 'updateTrack', { trackId: track, name: 'Another name' })).toEqual(['talk.changed']);
    expect(await kindsOf('host', 'deleteTrack', { trackId: track })).toEqual(['talk.changed']);
    expect(await kindsOf('host', 'starTalk', of)).toEqual([]);
  });

  it('records each verb about events', async () => {
    const of = { eventId: world.event };
    expect(await kindsOf('host', 'updateEvent', { ...of, location: 'Elsewhere' })).toEqual(['event.changed']);
    expect(await kindsOf('host', 'updateEvent', { ...of, location: 'Elsewhere' })).toEqual([]);
    expect(await kindsOf('host', 'setFeedbackPolicy', { ...of, opens: 'WITH_TALK' })).toEqual(['event.changed']);
    expect(await kindsOf('host', 'setFeedbackPolicy', { ...of, opens: 'WITH_TALK' })).toEqual([]);
    expect(await kindsOf('host', 'setFeedbackPolicy', { ...of, revealAfterHours: 2 })).toEqual(['event.changed']);
    expect(await kindsOf('host', 'setFeedbackPolicy', { ...of, revealAfterHours: null })).toEqual(['event.changed']);
    expect(await kindsOf('host', 'attendEvent', of)).toEqual([]);
  });

  it('records a write whose transaction began before the previous change', async () => {
    const { pool } = service.database;
    await pool.query("update talks set changed_at = now() + interval '1 minute' where id = $1", [world.talk]);
    await pool.query("update events set changed_at = now() + interval '1 minute' where id = $1", [world.event]);
    const text = { description: 'Written at the same time' };
    expect(await kindsOf('host', 'updateTalk', { talkId: world.talk, ...text })).toEqual(['talk.changed']);
    expect(await kindsOf('host', 'updateEvent', { eventId: world.event, ...text })).toEqual(['event.changed']);
  });

  it('records claims, with the change of the talk', async () => {
    const { talk } = world;
    const claim = { talkId: talk, speakerName: 'Ada', username: await usernameOf('attendee') };
    expect(await kindsOf('attendee', 'claimSpeaker', claim)).toEqual(['claim.requested']);
    expect(await kindsOf('host', 'rejectSpeakerClaim', claim)).toEqual(['claim.decided']);
    expect(await kindsOf('host', 'claimSpeaker', claim)).toEqual(['claim.requested']);
    expect(await kindsOf('attendee', 'claimSpeaker', claim)).toEqual(['claim.decided', 'talk.changed']);
    const unlinked = { talkId: talk, userId: world.users.attendee };
    expect(await kindsOf('attendee', 'unlinkSpeaker', unlinked)).toEqual(['talk.changed']);
  });

  it.each(['talk', 'event'] as const)('records comments on a %s, and their moderation', async (place) => {
    const name = place === 'talk' ? 'Talk' : 'Event';
    const [kind, comment] = [`${place}_comment`, `${place}Comment` as const];
    const of = { [`${place}CommentId`]: world[comment] };
    expect(await kindsOf('author', `edit${name}Comment`, { ...of, text: 'A better text' })).toEqual([`${kind}.edited`]);
    const report = await kindsOf('attendee', `report${name}Comment`, of);
    expect(report).toEqual([`${kind}.hidden`, `${kind}.reported`]);
    expect(await kindsOf('attendee', `report${name}Comment`, of)).toEqual([]);
    const decide = (decision: string) => kindsOf('host', `decide${name}CommentReport`, { ...of, decision });
    expect(await decide('UPHELD')).toEqual([`${kind}.decided`]);
    expect(await decide('REJECTED')).toEqual([`${kind}.shown`, `${kind}.decided`]);
    expect(await kindsOf('author', `withdraw${name}Comment`, of)).toEqual([`${kind}.deleted`]);
  });

  it('records nothing of a write that fails', async () => {
    const input = { talkId: world.talk, ...talkFields, type: 'UNHEARD_OF' };
    await ask(service, 'mutation ($input: ReplaceTalkInput!) { replaceTalk(input: $input) { __typename } }', {
      variables: { input },
      token: world.tokens.host,
    });
    expect(await takeKinds(service.database.pool, world.event)).toEqual([]);
  });

  it('records the deletion of a talk', async () => {
    expect(await kindsOf('host', 'deleteTalk', { talkId: world.talk })).toEqual(['talk.deleted']);
  });
});

async function usernameOf(viewer: Exclude<Viewer, 'visitor'>): Promise<string> {
  const { user } = await askData(service, 'query ($id: ID!) { user(id: $id) { username } }', {
    variables: { id: world.users[viewer] },
  });
  return user.username as string;
}
