import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEvent, createToken, createUser } from '../support/factories.js';
import { openCursor, sealCursor } from '../../src/core/common/sealed-cursor.js';
import { KEY, startService, type TestService } from '../support/service.js';
import { ask, askData } from './ask.js';
import { daysFromNow, makeCalendar, makeConference } from './conference.js';
import { idsOf, pagesOf, walkBackward, walkByNumber, walkForward } from './paging.js';

let service: TestService;
let known: Awaited<ReturnType<typeof makeConference>>;
let admin: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  known = await makeConference(service);
  await makeCalendar(service);
  admin = await createToken(pool, await createUser(pool, { is_admin: true }));
  for (const days of [3, 5, 5, 9]) {
    await createEvent(pool, { status: 'PENDING', starts_at: daysFromNow(days), ends_at: daysFromNow(days) });
  }
});
afterAll(() => service.stop());

/** Every connection, as a field around `$` (paging) and `#` (selection). */
const lists: Record<string, (ids: typeof known) => string> = {
  events: () => 'events($) #',
  'events HOT': () => 'events(filter: HOT, $) #',
  'events UPCOMING': () => 'events(filter: UPCOMING, $) #',
  'events PAST': () => 'events(filter: PAST, $) #',
  'events ALL': () => 'events(filter: ALL, $) #',
  'events OPEN_CFP': () => 'events(filter: OPEN_CFP, $) #',
  'events PENDING': () => 'events(filter: PENDING, $) #',
  'events by title': () => 'events(title: "calendar", $) #',
  'events HOT by tag and date': () => 'events(filter: HOT, tags: ["x", "calendar"], from: "2020-01-01", $) #',
  'talks by title': () => 'talks(title: "like", $) #',
  'talks of event': ({ event }) => `event(id: ${event}) { talks($) # }`,
  'talks of event by title': ({ event }) => `event(id: ${event}) { talks(orderBy: TITLE_DESC, $) # }`,
  'talks of event by rating': ({ event }) => `event(id: ${event}) { talks(orderBy: RATING, from: "2026-06-01", $) # }`,
  'talks of event by comments': ({ event }) => `event(id: ${event}) { talks(orderBy: COMMENTS, type: TALK, $) # }`,
  'tracks of event': ({ event }) => `event(id: ${event}) { tracks($) # }`,
  'comments of event': ({ event }) => `event(id: ${event}) { comments($) # }`,
  'talk comments of event': ({ event }) => `event(id: ${event}) { talkComments($) # }`,
  'attendees of event': ({ event }) => `event(id: ${event}) { attendees($) # }`,
  'talks of track': ({ track }) => `track(id: ${track}) { talks($) # }`,
  'comments of talk': ({ talk }) => `talk(id: ${talk}) { comments($) # }`,
  users: () => 'users($) #',
  'users by keyword': () => 'users(keyword: "a", $) #',
  'talks of user': ({ user }) => `user(id: ${user}) { talks($) # }`,
  'talk comments of user': ({ user }) => `user(id: ${user}) { talkComments($) # }`,
  'attended events of user': () => 'user(id: 6) { attendedEvents($) # }',
  'hosted events of user': () => 'user(id: 6) { hostedEvents($) # }',
  languages: () => 'languages($) #',
  'talk types': () => 'talkTypes($) #',
};
const names = Object.keys(lists);
/** The lists whose cursors are sealed, and belong to them. */
const sealedLists: Record<string, (ids: typeof known) => string> = {
  'comments of event': ({ event }) => `commentsOfEvent ${event}`,
  'talk comments of event': ({ event }) => `talkCommentsOfEvent ${event}`,
  'comments of talk': ({ talk }) => `commentsOfTalk ${talk}`,
  'talk comments of user': ({ user }) => `talkCommentsOfUser ${user}`,
};
const askFor = (name: string) => pagesOf(service, lists[name]?.(known) ?? '', admin);

describe('a connection (decisions no. 67)', () => {
  it.each(names)('%s: returns the same rows in the same order forwards, backwards and by number', async (name) => {
    const whole = await askFor(name)('offset: 0, limit: 100');
    const ids = idsOf(whole);
    expect(ids.length).toBeGreaterThanOrEqual(4);
    expect(new Set(ids).size).toBe(ids.length);
    expect(whole.totalCount).toBe(ids.length);
    expect(await walkForward(askFor(name))).toEqual(ids);
    expect(await walkBackward(askFor(name))).toEqual(ids);
    expect(await walkByNumber(askFor(name))).toEqual(ids);
  });

  it.each(names)('%s: is empty beyond its end and with a page size of 0, and reports it', async (name) => {
    const nowhere = { startCursor: null, endCursor: null };
    expect(await askFor(name)('offset: 5000')).toMatchObject({
      nodes: [],
      pageInfo: { ...nowhere, hasNextPage: false, hasPreviousPage: true },
    });
    expect(await askFor(name)('first: 0')).toMatchObject({ nodes: [], pageInfo: { ...nowhere, hasNextPage: true } });
  });

  it.each(names)('%s: rejects invalid arguments', async (name) => {
    const { pageInfo } = await askFor(name)('first: 1');
    const field = lists[name]?.(known) ?? '';
    const reasons = async (paging: string) => {
      const { errors } = await ask(service, `{ ${field.replace('$', paging).replace('#', '{ offset }')} }`, {
        token: admin,
      });
      return errors.map(({ extensions: { code, problems } }) => [code, problems[0]?.reason]);
    };
    const list = sealedLists[name]?.(known) ?? '';
    const sealed = openCursor(pageInfo.endCursor ?? '', KEY, list);
    expect(sealed !== null).toBe(name in sealedLists);
    const place = sealed ?? Buffer.from(pageInfo.endCursor ?? '', 'base64url').toString();
    const cursor = (...values: unknown[]) => {
      const text = JSON.stringify(values);
      return sealed === null ? Buffer.from(text).toString('base64url') : sealCursor(text, KEY, list);
    };
    const forged = (...values: string[]) => cursor(JSON.parse(place)[0], ...values);
    const mixed = [['INVALID', 'FIRST_WITH_OFFSET']];
    for (const paging of ['first: 2, offset: 0', 'first: 1, last: 1', `after: "${pageInfo.endCursor}", limit: 2`]) {
      expect([paging, await reasons(paging)]).toEqual([paging, mixed]);
    }
    for (const paging of ['first: 101', 'last: 101', 'limit: 101', 'first: -1', 'last: -1', 'limit: -2147483648']) {
      expect([paging, await reasons(paging)]).toEqual([paging, [['INVALID', 'PAGE_SIZE_OUT_OF_RANGE']]]);
    }
    expect(await reasons('offset: -1')).toEqual([['INVALID', 'OFFSET_OUT_OF_RANGE']]);
    const garbage = [
      '',
      'x',
      '%',
      'null',
      '🎉',
      cursor(),
      cursor('a'),
      cursor(1),
      cursor('1', '2', '3'),
      cursor('1', 'x'),
    ];
    const hostile = [
      forged('1e300', '1'),
      forged('-999999999999', '1'),
      forged('0x10', '1'),
      forged('\u00a01', '1'),
      forged('1', '1', '1'),
      forged('-1'),
      forged('Infinity', '1'),
      forged('NaN', 'NaN'),
      forged('\u0000', '1'),
      forged('999999999999999999999'),
      forged('9'.repeat(400), '1'),
      forged("1'; drop table events; --", '1'),
    ];
    for (const bad of [...garbage, ...hostile]) {
      for (const paging of [`first: 1, after: "${bad}"`, `last: 1, before: "${bad}"`]) {
        const got = await reasons(paging);
        // A name may be any text, so a list by name accepts some of these as cursors.
        if (got.length > 0) expect([bad, got]).toEqual([bad, [['INVALID', expect.any(String)]]]);
      }
    }
  });

  it('rejects the cursor of another list', async () => {
    const { endCursor } = (await askFor('talks of event')('first: 1')).pageInfo;
    for (const name of ['users', 'languages', 'tracks of event', 'users by keyword', 'talk types']) {
      const field = lists[name]?.(known) ?? '';
      const query = `{ ${field.replace('$', `first: 1, after: "${endCursor}"`).replace('#', '{ offset }')} }`;
      const { errors } = await ask(service, query);
      expect([name, errors.map(({ extensions }) => extensions.problems)]).toEqual([
        name,
        [[{ reason: 'CURSOR_UNREADABLE' }]],
      ]);
    }
  });

  it('counts only if selected', async () => {
    service.takeStatements();
    await askData(service, '{ events { nodes { id } } talks(title: "like") { nodes { id } } }');
    expect(service.takeStatements().filter((statement) => statement.includes('count(*)'))).toEqual([]);
  });
});
