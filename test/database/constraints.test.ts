import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let event: string;
let talk: string;
let user: string;
let other: { event: string; talk: string; track: string; comment: string; speaker: string };

beforeAll(async () => {
  database = await freshDatabase();
  const { pool } = database;
  user = await make.createUser(pool, { username: 'Ångström', email: 'Somebody@Example.org' });
  event = await make.createEvent(pool, { stub: 'taken', slug: 'taken' });
  talk = await make.createTalk(pool, event, { stub: 'abcde', slug: 'taken' });
  const foreign = await make.createEvent(pool);
  const foreignTalk = await make.createTalk(pool, foreign);
  other = {
    event: foreign,
    talk: foreignTalk,
    track: await make.createTrack(pool, foreign),
    comment: await make.createEventComment(pool, foreign),
    speaker: await make.createSpeaker(pool, foreign, foreignTalk),
  };
});
afterAll(() => database.drop());

/** The SQLSTATE of the error; `accepted` without one. */
async function refusal(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'accepted',
    (error: unknown) => String(Reflect.get(Object(error), 'code')),
  );
}
const NOT_NULL = '23502';
const FOREIGN_KEY = '23503';
const UNIQUE = '23505';
const CHECK = '23514';

describe('database constraints', () => {
  const attempts: [string, string, () => Promise<unknown>][] = [
    ['a talk on a track of another event', FOREIGN_KEY, () => make.putOnTrack(database.pool, event, talk, other.track)],
    [
      "a talk on a track under the track's event",
      FOREIGN_KEY,
      () => make.putOnTrack(database.pool, other.event, talk, other.track),
    ],
    [
      'a comment that names a talk of another event',
      FOREIGN_KEY,
      () => make.createTalkComment(database.pool, event, other.talk),
    ],
    ['a star on a talk of another event', FOREIGN_KEY, () => make.createStar(database.pool, event, other.talk, user)],
    ['a speaker of a talk of another event', FOREIGN_KEY, () => make.createSpeaker(database.pool, event, other.talk)],
    ['a link of a talk of another event', FOREIGN_KEY, () => make.createLink(database.pool, event, other.talk)],
    [
      'a report of a comment at another event',
      FOREIGN_KEY,
      () => make.createReport(database.pool, event, { event_comment_id: other.comment }),
    ],
    [
      "a claim to another talk's speaker",
      FOREIGN_KEY,
      () => make.createClaim(database.pool, event, talk, other.speaker, user),
    ],
    ['a rating of 6 on an event', CHECK, () => make.createEventComment(database.pool, event, { rating: 6 })],
    ['a rating of 6 on a talk', CHECK, () => make.createTalkComment(database.pool, event, talk, { rating: 6 })],
    ['a rating below 0', CHECK, () => make.createTalkComment(database.pool, event, talk, { rating: -1 })],
    [
      'an event that ends before it starts',
      CHECK,
      () => make.createEvent(database.pool, { ends_at: '2026-05-31T00:00:00Z' }),
    ],
    ['an event of an unknown status', CHECK, () => make.createEvent(database.pool, { status: 'LOST' })],
    ['a latitude beyond the pole', CHECK, () => make.createEvent(database.pool, { latitude: 91 })],
    ['a stub of 31 characters', CHECK, () => make.createEvent(database.pool, { stub: 'x'.repeat(31) })],
    [
      'a counter below zero',
      CHECK,
      () => database.pool.query('update events set talk_count = -1 where id = $1', [event]),
    ],
    ['a duration below zero', CHECK, () => make.createTalk(database.pool, event, { duration_minutes: -1 })],
    ['a link of an unknown kind', CHECK, () => make.createLink(database.pool, event, talk, { kind: 'GOSSIP' })],
    [
      'a link that runs a script',
      CHECK,
      () => make.createLink(database.pool, event, talk, { url: 'javascript:alert(1)' }),
    ],
    ['a report of nothing', CHECK, () => make.createReport(database.pool, event, {})],
    ['a stub that an event has', UNIQUE, () => make.createEvent(database.pool, { stub: 'taken' })],
    ['a slug that an event has', UNIQUE, () => make.createEvent(database.pool, { slug: 'taken' })],
    ['a stub that a talk has', UNIQUE, () => make.createTalk(database.pool, event, { stub: 'abcde' })],
    ['a slug that a talk of the event has', UNIQUE, () => make.createTalk(database.pool, event, { slug: 'taken' })],
    [
      'a slug that a talk of another event has',
      'accepted',
      () => make.createTalk(database.pool, other.event, { slug: 'taken' }),
    ],
    ['a username in another case', UNIQUE, () => make.createUser(database.pool, { username: 'ångström' })],
    [
      'an e-mail address in another case',
      UNIQUE,
      () => make.createUser(database.pool, { email: 'somebody@example.ORG' }),
    ],
    ['an event without a name', CHECK, () => make.createEvent(database.pool, { name: '' })],
    ['a talk without a description', NOT_NULL, () => make.createTalk(database.pool, event, { description: null })],
  ];
  it.each(attempts)('for %s: %s', async (_, expected, attempt) => {
    expect(await refusal(attempt())).toBe(expected);
  });

  it('reject a duplicate comment of one user, but not of two users or anonymous ones', async () => {
    const { pool } = database;
    const says = (by: string | null) => refusal(make.createEventComment(pool, event, { user_id: by, digest: 'same' }));
    const another = await make.createUser(pool);
    expect([await says(user), await says(user), await says(another), await says(null), await says(null)]).toEqual([
      'accepted',
      UNIQUE,
      'accepted',
      'accepted',
      'accepted',
    ]);
  });

  it('allow one speaker link, one star and one attendance per user', async () => {
    const { pool } = database;
    const twice = async (attempt: () => Promise<unknown>) => [await refusal(attempt()), await refusal(attempt())];
    const once = ['accepted', UNIQUE];
    expect(await twice(() => make.createSpeaker(pool, event, talk, { user_id: user }))).toEqual(once);
    expect(await twice(() => make.createStar(pool, event, talk, user))).toEqual(once);
    expect(await twice(() => make.createAttendee(pool, event, user))).toEqual(once);
    expect(await twice(() => make.createHost(pool, event, user))).toEqual(once);
  });
});
