import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, type Json } from './ask.js';

interface Crowd {
  readonly event: string;
  readonly talk: string;
  readonly user: string;
  readonly word: string;
}

/** An event with `size` records of each kind, each with its own children; and a user with `size` of each kind. */
async function createCrowd(pool: pg.Pool, size: number): Promise<Crowd> {
  const word = `crowd${size}x`;
  const times = Array.from({ length: size });
  const [user, host] = [await make.createUser(pool), await make.createUser(pool)];
  const events: string[] = [];
  const talks: string[] = [];
  for (const _ of times) {
    const event = await make.createEvent(pool, { tags: [word] });
    await make.createHost(pool, event, user);
    await make.createHost(pool, event, host);
    await make.createAttendee(pool, event, user);
    events.push(event);
  }
  const event = events[0] ?? '';
  for (const _ of times) {
    const author = await make.createUser(pool, { twitter_username: word });
    await make.createAttendee(pool, event, author);
    const track = await make.createTrack(pool, event);
    const talk = await make.createTalk(pool, event, { title: word });
    talks.push(talk);
    await make.putOnTrack(pool, event, talk, track);
    await make.createSpeaker(pool, event, talk, { user_id: user });
    await make.createHost(pool, event, author);
    await make.createSpeaker(pool, event, talks[0] ?? '', { user_id: author });
    await make.createLink(pool, event, talks[0] ?? '');
    await make.createTalkComment(pool, event, talks[0] ?? '', { user_id: author });
    await make.createTalkComment(pool, event, talk, { user_id: user });
    await make.createEventComment(pool, event, { user_id: author });
    const hidden = { user_id: author, is_hidden: true };
    const said = await make.createEventComment(pool, event, hidden);
    await make.createReport(pool, event, { event_comment_id: said, reporter_id: author });
    const heard = await make.createTalkComment(pool, event, talk, hidden);
    await make.createReport(pool, event, { talk_comment_id: heard, reporter_id: author });
    await make.createClaim(pool, event, talk, await make.createSpeaker(pool, event, talk), author);
  }
  return { event, talk: talks[0] ?? '', user, word };
}

const lists: [name: string, path: (crowd: Crowd) => string][] = [
  ['events', ({ word }) => `/v2.1/events?tags=${word}`],
  ['events', ({ word }) => `/v2.1/events?filter=hot&tags=${word}`],
  ['events', ({ word }) => `/v2.1/events?filter=all&start=0&tags=${word}`],
  ['talks', ({ event }) => `/v2.1/events/${event}/talks`],
  ['tracks', ({ event }) => `/v2.1/events/${event}/tracks`],
  ['comments', ({ event }) => `/v2.1/events/${event}/comments`],
  ['comments', ({ event }) => `/v2.1/events/${event}/talk_comments`],
  ['users', ({ event }) => `/v2.1/events/${event}/attendees`],
  ['hosts', ({ event }) => `/v2.1/events/${event}/hosts`],
  ['reports', ({ event }) => `/v2.1/events/${event}/comments/reported`],
  ['reports', ({ event }) => `/v2.1/events/${event}/talk_comments/reported`],
  ['claims', ({ event }) => `/v2.1/events/${event}/claims`],
  ['talks', ({ word }) => `/v2.1/talks?title=${word}`],
  ['comments', ({ talk }) => `/v2.1/talks/${talk}/comments`],
  ['speakers', ({ talk }) => `/v2.1/talks/${talk}/speakers`],
  ['talk_links', ({ talk }) => `/v2.1/talks/${talk}/links`],
  ['users', ({ word }) => `/v2.1/users?keyword=${word}`],
  ['talks', ({ user }) => `/v2.1/users/${user}/talks`],
  ['events', ({ user }) => `/v2.1/users/${user}/attended`],
  ['events', ({ user }) => `/v2.1/users/${user}/hosted`],
  ['comments', ({ user }) => `/v2.1/users/${user}/talk_comments`],
];

describe('every list runs the same number of statements for 1 and for 3 records', () => {
  let service: TestService;
  let [one, three]: Crowd[] = [];
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    service = await startService();
    const { pool } = service.database;
    [one, three] = [await createCrowd(pool, 1), await createCrowd(pool, 3)];
    tokens['admin'] = await make.createToken(pool, await make.createUser(pool, { is_admin: true }));
    const member = await make.createUser(pool);
    tokens['member'] = await make.createToken(pool, member);
    for (const { event } of [one, three]) await make.createHost(pool, event, member);
    // The response cache looks up the next time of feedback with the first response.
    await ask(service, '/v2.1/events');
  });
  afterAll(() => service.stop());

  async function measure(name: string, path: string, who: string) {
    service.takeStatements();
    const answer = await ask(service, path, { token: tokens[who] });
    const records = answer.status === 200 ? (bodyOf(answer)[name] as Json[]).length : answer.status;
    return { records, statements: service.takeStatements().length };
  }

  const cases = lists.flatMap(([name, path]) => ['', 'verbose=yes'].map((form) => [name, path, form] as const));
  const label = { event: 'E', talk: 'T', user: 'U', word: 'w' };

  it.each(cases.map(([name, path, form]) => [path(label), form, name, path] as const))(
    '%s %s',
    async (_label, form, name, path) => {
      if (!one || !three) throw new Error('There is no data');
      for (const who of ['anonymous', 'member', 'admin']) {
        const withForm = (crowd: Crowd) => path(crowd) + (path(crowd).includes('?') ? '&' : '?') + form;
        const few = await measure(name, withForm(one), who);
        const many = await measure(name, withForm(three), who);
        expect([who, many.statements]).toEqual([who, few.statements]);
        expect(many.statements).toBeLessThanOrEqual(10);
        if (few.records === 401) continue;
        expect(many.records).toBeGreaterThan(few.records);
        expect(few.records).toBeGreaterThan(0);
      }
    },
  );
});
