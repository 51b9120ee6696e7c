import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, askData } from './ask.js';

let service: TestService;
type Role = 'anonymous' | 'stranger' | 'host' | 'admin';
const tokens: Record<Role, string | undefined> = { anonymous: undefined, stranger: '', host: '', admin: '' };
let host: string;
let guest: string;

/** An event with one record of each kind, all by or about `guest`. */
async function makeEvent(row: Record<string, unknown>) {
  const { pool } = service.database;
  const name = make.unique();
  const event = await make.createEvent(pool, { stub: `stub${name}`, slug: `slug-${name}`, ...row });
  await make.createHost(pool, event, host);
  await make.createAttendee(pool, event, guest);
  const talk = await make.createTalk(pool, event, { title: `Findable ${name}`, stub: `talk${name}` });
  const track = await make.createTrack(pool, event);
  await make.putOnTrack(pool, event, talk, track);
  const speaker = await make.createSpeaker(pool, event, talk, { user_id: guest });
  const comment = await make.createEventComment(pool, event, { user_id: guest });
  const talkComment = await make.createTalkComment(pool, event, talk, { user_id: guest });
  return { event, talk, track, speaker, comment, talkComment, name };
}
const kinds = ['PENDING', 'REJECTED', 'PRIVATE'] as const;
const hidden = new Map<string, Awaited<ReturnType<typeof makeEvent>>>();
function known(kind: string) {
  const event = hidden.get(kind);
  if (!event) throw new Error(`There is no ${kind} event`);
  return event;
}

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  host = await make.createUser(pool);
  guest = await make.createUser(pool);
  const users = { stranger: await make.createUser(pool), host, admin: await make.createUser(pool, { is_admin: true }) };
  for (const role of ['stranger', 'host', 'admin'] as const) tokens[role] = await make.createToken(pool, users[role]);
  hidden.set('PENDING', await makeEvent({ status: 'PENDING' }));
  hidden.set('REJECTED', await makeEvent({ status: 'REJECTED' }));
  hidden.set('PRIVATE', await makeEvent({ status: 'APPROVED', is_private: true }));
  hidden.set('PUBLIC', await makeEvent({}));
});
afterAll(() => service.stop());

/** Every path from a root field to a record of an event, each with the ID that it returned. */
const roots = `query ($event: ID!, $talk: ID!, $track: ID!, $comment: ID!, $talkComment: ID!, $stub: String!,
  $slug: String!, $talkStub: String!, $eventUri: String!, $talkUri: String!, $trackUri: String!, $commentUri: String!,
  $talkCommentUri: String!) {
  event(id: $event) { id }
  eventByStub(stub: $stub) { id }
  eventBySlug(slug: $slug) { id }
  talk(id: $talk) { id event { id } tracks { talks { nodes { id } } } speakers { user { id } } }
  talkByStub(stub: $talkStub) { id }
  track(id: $track) { id event { id } }
  eventComment(id: $comment) { id event { id } user { id } }
  talkComment(id: $talkComment) { id talk { id event { id } } }
  e: resource(uri: $eventUri) { ... on Event { id } }
  t: resource(uri: $talkUri) { ... on Talk { id } }
  k: resource(uri: $trackUri) { ... on Track { id } }
  c: resource(uri: $commentUri) { ... on EventComment { id } }
  d: resource(uri: $talkCommentUri) { ... on TalkComment { id } }
}`;

async function askRoots(kind: string, role: Role) {
  const { event, talk, track, comment, talkComment, name } = known(kind);
  const at = (collection: string, id: string) => `http://localhost/v2.1/${collection}/${id}`;
  const variables = {
    ...{ event, talk, track, comment, talkComment },
    ...{ stub: `STUB${name}`, slug: `slug-${name}`, talkStub: `TALK${name}` },
    ...{ eventUri: at('events', event), talkUri: at('talks', talk), trackUri: at('tracks', track) },
    ...{ commentUri: at('event_comments', comment), talkCommentUri: at('talk_comments', talkComment) },
  };
  return askData(service, roots, { variables, token: tokens[role] });
}

describe('an event that is not public, and everything below it (decisions no. 13)', () => {
  const cases = kinds.flatMap((kind) => (['anonymous', 'stranger'] as const).map((role) => [kind, role] as const));
  it.each(cases)('%s is null at every root field for %s', async (kind, role) => {
    const data = await askRoots(kind, role);
    expect(Object.entries(data).filter(([, value]) => value !== null)).toEqual([]);
    expect(Object.keys(data)).toHaveLength(13);
  });

  const allowed = [...kinds, 'PUBLIC'].flatMap((kind) =>
    (['host', 'admin'] as const).map((role) => [kind, role] as const),
  );
  it.each([...allowed, ['PUBLIC', 'anonymous'] as const, ['PUBLIC', 'stranger'] as const])(
    '%s is visible at every root field for %s',
    async (kind, role) => {
      const { event, talk, track, comment, talkComment } = known(kind);
      expect(await askRoots(kind, role)).toEqual({
        event: { id: event },
        eventByStub: { id: event },
        eventBySlug: { id: event },
        talk: {
          id: talk,
          event: { id: event },
          tracks: [{ talks: { nodes: [{ id: talk }] } }],
          speakers: [{ user: { id: guest } }],
        },
        talkByStub: { id: talk },
        track: { id: track, event: { id: event } },
        eventComment: { id: comment, event: { id: event }, user: { id: guest } },
        talkComment: { id: talkComment, talk: { id: talk, event: { id: event } } },
        e: { id: event },
        t: { id: talk },
        k: { id: track },
        c: { id: comment },
        d: { id: talkComment },
      });
    },
  );
});

const walks = `query ($guest: ID!, $host: ID!) {
  user(id: $guest) {
    attendedEvents { totalCount nodes { id } edges { node { id } } }
    talks { totalCount nodes { id event { id } } }
    talkComments { totalCount nodes { id talk { id } } }
  }
  host: user(id: $host) { hostedEvents { totalCount nodes { id } } }
  talks(title: "findable") { totalCount nodes { id } }
}`;

describe('paths that lead to events from other records', () => {
  it.each([
    ['anonymous', ['PUBLIC']],
    ['stranger', ['PUBLIC']],
    ['host', [...kinds, 'PUBLIC']],
    ['admin', [...kinds, 'PUBLIC']],
  ] as const)('%s can read and count %j', async (role, seen) => {
    const data = await askData(service, walks, { variables: { guest, host }, token: tokens[role] });
    const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).sort();
    const expected = seen.map((kind) => known(kind));
    const events = expected.map(({ event }) => event).sort();
    const talks = expected.map(({ talk }) => talk).sort();
    const { attendedEvents, talks: given, talkComments } = data.user;
    expect([ids(attendedEvents.nodes), attendedEvents.totalCount]).toEqual([events, events.length]);
    expect([ids(data.host.hostedEvents.nodes), data.host.hostedEvents.totalCount]).toEqual([events, events.length]);
    expect([ids(given.nodes), given.totalCount]).toEqual([talks, talks.length]);
    expect([ids(data.talks.nodes), data.talks.totalCount]).toEqual([talks, talks.length]);
    expect([ids(talkComments.nodes), talkComments.totalCount]).toEqual([
      expected.map(({ talkComment }) => talkComment).sort(),
      talks.length,
    ]);
  });

  it.each(['anonymous', 'stranger', 'host', 'admin'] as const)(
    '%s finds only public events in the lists',
    async (role) => {
      const { event } = known('PUBLIC');
      const filters = ['', 'filter: ALL, offset: 0', 'filter: HOT', 'filter: PAST'];
      const lists = filters.map((filter, n) => `f${n}: events(${filter || 'limit: 50'}) { totalCount nodes { id } }`);
      const data = await askData(service, `{ ${lists.join(' ')} }`, { token: tokens[role] });
      expect(Object.values(data)).toEqual(filters.map(() => ({ totalCount: 1, nodes: [{ id: event }] })));
    },
  );

  it('PENDING is for site administrators', async () => {
    const asked = async (role: Role) => {
      const { data, errors } = await ask(service, '{ events(filter: PENDING) { nodes { id } } }', {
        token: tokens[role],
      });
      return errors[0]?.extensions.code ?? data.events.nodes;
    };
    const { event } = known('PENDING');
    expect([await asked('anonymous'), await asked('stranger'), await asked('host'), await asked('admin')]).toEqual([
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'FORBIDDEN',
      [{ id: event }],
    ]);
  });
});
