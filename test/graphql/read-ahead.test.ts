import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, askData } from './ask.js';

let service: TestService;
let event = '';
let hidden = '';
let talk = '';
/** Number of connections taken from the pool: one per round trip of an anonymous request. */
let roundTrips = 0;

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const user = await make.createUser(pool);
  event = await make.createEvent(pool);
  hidden = await make.createEvent(pool, { is_private: true });
  talk = await make.createTalk(pool, event);
  for (const one of [event, hidden]) await make.createHost(pool, one, user);
  await make.createSpeaker(pool, event, talk, { user_id: user });
  await make.createTrack(pool, event);
  service.pool.on('acquire', () => (roundTrips += 1));
});
beforeEach(() => {
  roundTrips = 0;
});
afterAll(() => service.stop());

const once = { isSentOnce: true };

describe('Reading ahead', () => {
  it('shares the round trip of an event with its hosts and the pages of its lists', async () => {
    const query = `query ($id: ID!, $no: Boolean = false) {
      event(id: $id) { name hosts { id } talks(first: 3) { nodes { title } } more: talks(limit: 2, offset: 1) { offset }
        ...Lists attendees @include(if: $no) { totalCount } } }
      fragment Lists on Event { tracks { nodes { name } } comments(last: 1) { totalCount } }`;
    const data = await askData(service, query, { variables: { id: event }, ...once });
    expect(data.event.hosts).toHaveLength(1);
    expect(data.event.talks.nodes).toHaveLength(1);
    expect(data.event.more.offset).toBe(1);
    expect(roundTrips).toBe(1);
  });

  it('shares the round trip of an event with its programme, unless its dates depend on the time zone', async () => {
    const tripsOf = async (args: string) => {
      roundTrips = 0;
      await askData(service, `{ event(id: ${event}) { talks(${args}) { nodes { title } } now { id } } }`, once);
      return roundTrips;
    };
    expect(await tripsOf('orderBy: TITLE, type: TALK')).toBe(1);
    expect(await tripsOf('from: "2026-06-01"')).toBe(2);
  });

  it('shares the round trip of a talk with its speakers, tracks and links', async () => {
    const query = 'query ($id: ID!) { talk(id: $id) { title speakers { name } tracks { id } links { url } } }';
    const data = await askData(service, query, { variables: { id: talk }, ...once });
    expect(data.talk.speakers).toHaveLength(1);
    expect(roundTrips).toBe(1);
  });

  it('shares the round trip of a page with its total', async () => {
    const data = await askData(service, '{ events(first: 2) { totalCount nodes { id } } }', once);
    expect(data.events.totalCount).toBe(1);
    expect(roundTrips).toBe(1);
  });

  it('does not count if the total is not selected', async () => {
    service.takeStatements();
    await askData(service, '{ events(first: 2) { nodes { id } } }', once);
    expect(service.takeStatements()).toHaveLength(1);
  });

  it.each([
    ['does not exist', () => '987654'],
    ['is hidden', () => hidden],
    ['has no numeric ID', () => 'x'],
  ])('shows nothing of an event that %s', async (_, id) => {
    const query = 'query ($id: ID!) { event(id: $id) { hosts { id } talks { nodes { id } } } }';
    expect(await ask(service, query, { variables: { id: id() } })).toMatchObject({ data: { event: null }, errors: [] });
  });

  it('reports the error of a field once, in its place', async () => {
    const query = 'query ($id: ID!) { event(id: $id) { name talks(first: 5, offset: 1) { totalCount } } }';
    const { errors } = await ask(service, query, { variables: { id: event } });
    expect(errors.map(({ path, extensions }) => [path, extensions.problems])).toEqual([
      [['event', 'talks'], [{ reason: 'FIRST_WITH_OFFSET' }]],
    ]);
  });
});
