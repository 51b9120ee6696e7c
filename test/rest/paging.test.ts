import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, inOrder, metaOf, recordsOf } from './ask.js';

describe('paging (spec §4.1, contract §1.6, decisions no. 12)', () => {
  let service: TestService;
  let event: string;
  const path = () => `/v2.1/events/${event}/tracks`;
  const get = (query: string, below = path()) => ask(service, below + query);
  const names = async (query: string) => recordsOf(await get(query), 'tracks').map((track) => track['track_name']);
  const all = Array.from({ length: 23 }, (_, index) => `T${String(index).padStart(2, '0')}`);

  beforeAll(async () => {
    service = await startService({ MAX_RESULTS: '22' });
    const { pool } = service.database;
    event = await make.createEvent(pool);
    for (const name of all) await make.createTrack(pool, event, { name });
  });
  afterAll(() => service.stop());

  it.each<[query: string, from: number, to: number, self: string, next: string | null, previous: string | null]>([
    ['', 0, 20, '?start=0&resultsperpage=20', '?start=20&resultsperpage=20', null],
    ['?start=20', 20, 23, '?start=20&resultsperpage=20', null, '?start=0&resultsperpage=20'],
    ['?resultsperpage=5', 0, 5, '?resultsperpage=5&start=0', '?resultsperpage=5&start=5', null],
    [
      '?resultsperpage=5&start=3',
      3,
      8,
      '?resultsperpage=5&start=3',
      '?resultsperpage=5&start=8',
      '?resultsperpage=5&start=0',
    ],
    ['?start=18&resultsperpage=5', 18, 23, '?start=18&resultsperpage=5', null, '?start=13&resultsperpage=5'],
    [
      '?start=17&resultsperpage=5',
      17,
      22,
      '?start=17&resultsperpage=5',
      '?start=22&resultsperpage=5',
      '?start=12&resultsperpage=5',
    ],
    ['?start=99', 23, 23, '?start=99&resultsperpage=20', null, '?start=79&resultsperpage=20'],
    ['?resultsperpage=0', 0, 22, '?resultsperpage=0&start=0', '?resultsperpage=22&start=22', null],
    ['?resultsperpage=0&start=7', 0, 22, '?resultsperpage=0&start=0', '?resultsperpage=22&start=22', null],
    ['?resultsperpage=1000', 0, 22, '?resultsperpage=1000&start=0', '?resultsperpage=22&start=22', null],
    ['?start=-1&resultsperpage=-5', 0, 20, '?start=0&resultsperpage=20', '?start=20&resultsperpage=20', null],
    ['?start=abc&resultsperpage=', 0, 20, '?start=0&resultsperpage=20', '?start=20&resultsperpage=20', null],
    ['?start=1e1&resultsperpage=2.5', 0, 20, '?start=0&resultsperpage=20', '?start=20&resultsperpage=20', null],
    ['?start=2147483648&resultsperpage=5', 0, 5, '?start=0&resultsperpage=5', '?start=5&resultsperpage=5', null],
    ['?start=20&resultsperpage=2147483648', 20, 23, '?start=20&resultsperpage=20', null, '?start=0&resultsperpage=20'],
    [
      '?start=2147483647&resultsperpage=2147483647',
      23,
      23,
      '?start=2147483647&resultsperpage=2147483647',
      null,
      '?start=2147483625&resultsperpage=22',
    ],
    ['?start[]=3&resultsperpage[]=1', 0, 20, '?start=0&resultsperpage=20', '?start=20&resultsperpage=20', null],
    [
      '?start=1&start=2&resultsperpage=1',
      2,
      3,
      '?start=2&resultsperpage=1',
      '?start=3&resultsperpage=1',
      '?start=1&resultsperpage=1',
    ],
    [
      '?verbose=yes&resultsperpage=21',
      0,
      21,
      '?verbose=yes&resultsperpage=21&start=0',
      '?verbose=yes&resultsperpage=21&start=21',
      null,
    ],
  ])('%s', async (query, from, to, self, next, previous) => {
    expect(await names(query)).toEqual(all.slice(from, to));
    const address = (search: string) => service.base + path() + search;
    expect(inOrder(metaOf(await get(query)))).toBe(
      inOrder({
        count: to - from,
        total: 23,
        this_page: address(self),
        ...(next !== null && { next_page: address(next) }),
        ...(previous !== null && { prev_page: address(previous) }),
      }),
    );
  });

  it.each([
    ['?title=two+words', 'title=two+words'],
    ['?title=two%20words', 'title=two+words'],
    ['?tags[]=php&tags[]=c%23', 'tags%5B0%5D=php&tags%5B1%5D=c%23'],
    ['?tags%5B%5D=php', 'tags%5B0%5D=php'],
    ['?tags[]=a&title=x&tags[]=b', 'tags%5B0%5D=a&tags%5B1%5D=b&title=x'],
    ['?format=json&unknown=1', 'format=json&unknown=1'],
    ['?title=%C3%A9(~)*!%27', 'title=%C3%A9%28%7E%29%2A%21%27'],
    ['?title=a%26b%3Dc', 'title=a%26b%3Dc'],
    ['?flag', 'flag='],
  ])('repeats %s in the format of PHP', async (query, written) => {
    const answer = await get(query, '/v2.1/events');
    expect(metaOf(answer)['this_page']).toBe(`${service.base}/v2.1/events?${written}&start=0&resultsperpage=20`);
  });

  it.each(['/', '//', '///'])('repeats the path with its trailing %s, and responds as without', async (slashes) => {
    const answer = await get('?resultsperpage=1', path() + slashes);
    expect(recordsOf(answer, 'tracks')).toHaveLength(1);
    expect(metaOf(answer)['this_page']).toBe(`${service.base}${path()}${slashes}?resultsperpage=1&start=0`);
  });

  it('truncates short lists too', async () => {
    const { pool } = service.database;
    const talk = await make.createTalk(pool, event);
    for (const display_name of ['A', 'B', 'C']) await make.createSpeaker(pool, event, talk, { display_name });
    const below = `/v2.1/talks/${talk}/speakers`;
    const answer = await get('?resultsperpage=1&start=1', below);
    expect(recordsOf(answer, 'speakers')).toEqual([{ speaker_name: 'B' }]);
    expect(metaOf(answer)).toEqual({
      count: 1,
      total: 3,
      this_page: `${service.base}${below}?resultsperpage=1&start=1`,
      next_page: `${service.base}${below}?resultsperpage=1&start=2`,
      prev_page: `${service.base}${below}?resultsperpage=1&start=0`,
    });
  });

  it('never fails for a number beyond the end of any list', async () => {
    for (const query of [`?start=${'9'.repeat(30)}`, `?resultsperpage=${'9'.repeat(30)}`, '?start=9007199254740993']) {
      expect((await get(query)).status).toBe(200);
    }
  });
});
