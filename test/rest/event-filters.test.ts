import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, metaOf, recordsOf } from './ask.js';

/** The time of every request here: a Wednesday. */
const NOW = '2026-07-15T12:00:00Z';

interface Given {
  readonly starts: string;
  readonly ends: string;
  readonly row?: object;
}
/** Events that distinguish the filters. Names begin with their purpose; each has a stub and tags. */
const events: Record<string, Given> = {
  long_ago: { starts: '2025-01-10T09:00:00Z', ends: '2025-01-12T17:00:00Z', row: { tags: ['php', 'web'] } },
  just_over: { starts: '2026-07-15T08:00:00Z', ends: '2026-07-15T11:59:59Z' },
  running: { starts: '2026-07-14T08:00:00Z', ends: '2026-07-15T12:00:00Z', row: { tags: ['web'] } },
  today: { starts: '2026-07-15T00:00:00Z', ends: '2026-07-17T00:00:00Z' },
  soon_a: {
    starts: '2026-07-20T09:00:00Z',
    ends: '2026-07-20T18:00:00Z',
    row: { name: '100% pure_Fun\\', tags: ['php'] },
  },
  soon_b: { starts: '2026-07-20T09:00:00Z', ends: '2026-07-20T18:00:00Z', row: { name: '100 pureXfun' } },
  later: {
    starts: '2026-09-01T09:00:00Z',
    ends: '2026-09-02T18:00:00Z',
    row: { cfp_starts_at: '2026-07-01T00:00:00Z', cfp_ends_at: '2026-07-15T00:00:00Z', tags: ['php', 'ünï'] },
  },
  cfp_endless_start: {
    starts: '2026-10-01T09:00:00Z',
    ends: '2026-10-01T18:00:00Z',
    row: { cfp_ends_at: '2026-07-31T00:00:00Z' },
  },
  cfp_not_yet: {
    starts: '2026-10-02T09:00:00Z',
    ends: '2026-10-02T18:00:00Z',
    row: { cfp_starts_at: '2026-07-15T12:00:01Z', cfp_ends_at: '2026-08-31T00:00:00Z' },
  },
  cfp_over: {
    starts: '2026-10-03T09:00:00Z',
    ends: '2026-10-03T18:00:00Z',
    row: { cfp_starts_at: '2026-07-01T00:00:00Z', cfp_ends_at: '2026-07-14T23:59:59Z' },
  },
};
/** Hidden in the collection with every filter; each would match most of them. */
const unseen = { is_private: { is_private: true }, pending: { status: 'PENDING' }, rejected: { status: 'REJECTED' } };
const byStart = Object.keys(events).sort((a, b) => (events[a]?.starts ?? '').localeCompare(events[b]?.starts ?? ''));

describe('the collection of events (spec §4.2, decisions no. 58)', () => {
  let service: TestService;
  const tokens: Record<string, string> = {};
  const get = (query: string, who?: string) => ask(service, `/v2.1/events?${query}`, { token: who && tokens[who] });
  const stubs = async (query: string, who?: string) =>
    recordsOf(await get(query, who), 'events').map(({ stub }) => stub);

  beforeAll(async () => {
    service = await startService();
    const { pool } = service.database;
    for (const [stub, { starts, ends, row }] of Object.entries(events)) {
      await make.createEvent(pool, { stub, starts_at: starts, ends_at: ends, time_zone: 'UTC', ...row });
    }
    const matchesAll = {
      name: '100% pure_Fun\\',
      tags: ['php', 'web', 'ünï'],
      starts_at: '2026-07-16T09:00:00Z',
      ends_at: '2026-07-16T18:00:00Z',
      cfp_ends_at: '2026-07-20T00:00:00Z',
    };
    const admin = await make.createUser(pool, { is_admin: true });
    const host = await make.createUser(pool);
    for (const [stub, row] of Object.entries(unseen)) {
      await make.createHost(pool, await make.createEvent(pool, { ...matchesAll, stub, ...row }), host);
    }
    tokens['admin'] = await make.createToken(pool, admin);
    tokens['host'] = await make.createToken(pool, host);
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse(NOW));
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await service.stop();
  });

  const upcoming = ['running', 'today', 'soon_a', 'soon_b', 'later', 'cfp_endless_start', 'cfp_not_yet', 'cfp_over'];
  const newestFirst = [
    'cfp_over',
    'cfp_not_yet',
    'cfp_endless_start',
    'later',
    'soon_b',
    'soon_a',
    'just_over',
    'today',
    'running',
    'long_ago',
  ];

  it.each([
    ['', newestFirst],
    ['filter=unknown', newestFirst],
    ['filter=constructor', newestFirst],
    ['filter=HOT', newestFirst],
    ['filter=upcoming', upcoming],
    ['filter=past', ['just_over', 'long_ago']],
    ['filter=all&start=0', byStart],
    ['filter=cfp', ['later', 'cfp_endless_start']],
    ['filter=cfps', ['later', 'cfp_endless_start']],
    ['title=PURE', ['soon_b', 'soon_a']],
    ['title=100%25', ['soon_a']],
    ['title=pure_', ['soon_a']],
    ['title=fun%5C', ['soon_a']],
    ['title=%25', ['soon_a']],
    ['title=', newestFirst],
    ['stub=LONG_AGO', ['long_ago']],
    ['stub=long', []],
    ['stub=long%25ago', []],
    ['tags[]=php', ['later', 'soon_a', 'long_ago']],
    ['tags=web', ['running', 'long_ago']],
    ['tags[]=+PHP+&tags[]=Web', ['later', 'soon_a', 'running', 'long_ago']],
    ['tags[0]=%C3%9CN%C3%8F&tags[1]=none', ['later']],
    ['tags[]=ph', []],
    ['tags[]=', newestFirst],
    ['tags=&stub=&startdate=&enddate=&filter=&callback=&start=&resultsperpage=', newestFirst],
    ['startdate=2026-07-20', newestFirst.slice(0, 6)],
    ['startdate=2026-07-20T09:00:01Z', newestFirst.slice(0, 4)],
    ['startdate=20+July+2026', newestFirst.slice(0, 6)],
    ['startdate=07/20/2026', newestFirst.slice(0, 6)],
    ['startdate=20.7.2026', newestFirst.slice(0, 6)],
    ['startdate=20-7-2026', newestFirst.slice(0, 6)],
    ['startdate=20260720', newestFirst.slice(0, 6)],
    ['startdate=@1784538000', newestFirst.slice(0, 6)],
    ['startdate=2026-07-20T11:00:00%2B02:00', newestFirst.slice(0, 6)],
    ['startdate=tomorrow', newestFirst.slice(0, 6)],
    ['startdate=today', newestFirst.slice(0, 8)],
    ['startdate=never', newestFirst],
    ['startdate=1784538000', newestFirst],
    ['startdate=-200000-01-01', newestFirst],
    ['enddate=2026-07-14', ['long_ago']],
    ['enddate=2026-07-14T08:00:00Z', ['long_ago']],
    ['enddate=2026-07-14T08:00:01Z', ['running', 'long_ago']],
    ['enddate=here', newestFirst],
  ])('%s', async (query, expected) => {
    expect(await stubs(query)).toEqual(expected);
    expect(metaOf(await get(query))['total']).toBe(expected.length);
    expect(await stubs(query, 'admin')).toEqual(expected);
    expect(await stubs(query, 'host')).toEqual(expected);
  });

  it.each([
    ['filter=upcoming&tags[]=web', ['running']],
    ['filter=past&tags=web', ['long_ago']],
    ['filter=upcoming&title=pure', ['soon_a', 'soon_b']],
    ['filter=cfp&title=event', ['later', 'cfp_endless_start']],
    ['filter=cfps&tags=php', ['later']],
    ['filter=past&startdate=2026-01-01', ['just_over']],
    ['filter=upcoming&enddate=2026-07-15', ['running']],
    ['filter=all&start=0&tags=php', ['long_ago', 'soon_a', 'later']],
    ['filter=hot&stub=later', ['later']],
    ['title=pure&tags=php', ['soon_a']],
    ['title=pure&stub=soon_b', ['soon_b']],
    ['stub=soon_b&tags=php', []],
    ['title=pure&startdate=2026-07-21', []],
    ['tags=php&enddate=2026-07-21', ['soon_a', 'long_ago']],
    ['startdate=2026-07-14&enddate=2026-07-15T08:00:00Z', ['today', 'running']],
    ['stub=later&startdate=2026-09-01', ['later']],
    ['stub=later&enddate=2026-09-01', []],
  ])('%s, together', async (query, expected) => {
    expect(await stubs(query)).toEqual(expected);
  });

  it('filter=hot sorts near and popular events first, ties by the later ID (contract §4.3)', async () => {
    // |days| - 1/5 for all: no comments, no attendance.
    expect(await stubs('filter=hot')).toEqual([
      'today',
      'just_over',
      'running',
      'soon_b',
      'soon_a',
      'later',
      'cfp_endless_start',
      'cfp_not_yet',
      'cfp_over',
      'long_ago',
    ]);
  });

  it.each([
    ['anonymous', 401, 'You must be logged in to view pending events'],
    ['host', 403, "You don't have permission to view pending events"],
  ])('filter=pending rejects %s with %i', async (who, status, sentence) => {
    const answer = await get('filter=pending', who);
    expect([answer.status, answer.text]).toEqual([status, JSON.stringify([sentence])]);
  });

  it('filter=pending shows submissions to site administrators, and combines', async () => {
    expect(await stubs('filter=pending', 'admin')).toEqual(['pending']);
    expect(await stubs('filter=pending&tags=none', 'admin')).toEqual([]);
  });
});
