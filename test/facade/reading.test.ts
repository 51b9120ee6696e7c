import { describe, expect, it } from '@jest/globals';
import { Links, resourceOf } from '../../rest-facade/wire/links.js';
import { readAuthorization } from '../../rest-facade/serve/form.js';
import { eventFilterVariables } from '../../rest-facade/nouns/event/body.js';
import { readPaging } from '../../rest-facade/wire/paging.js';
import { WireQuery } from '../../rest-facade/wire/query.js';
import { wholeAverage } from '../../rest-facade/wire/wire-values.js';
import { wireRequest } from './settings.js';

describe('WireQuery', () => {
  it('parses texts and PHP arrays; the last value of a repeated text wins', () => {
    const query = WireQuery.parse('a=1&a=2&tags[]=x&tags[5]=y&tags%5B%5D=z+z&flag&b=%C3%A9%ff');
    expect([query.text('a'), query.text('flag'), query.text('b'), query.text('none')]).toEqual([
      '2',
      '',
      'é\ufffd',
      undefined,
    ]);
    expect(query.list('tags')).toEqual(['x', 'y', 'z z']);
    expect([query.text('tags'), query.list('a'), query.list('none')]).toEqual([undefined, ['2'], []]);
  });

  it('replaces parameters in place, appends others, and does not modify the first query', () => {
    const query = WireQuery.parse('start=5&x=1');
    expect(query.with({ start: '7', resultsperpage: '20' }).toString()).toBe('start=7&x=1&resultsperpage=20');
    expect(query.toString()).toBe('start=5&x=1');
  });

  it.each([
    ['', ''],
    ['a=b c', 'a=b+c'],
    ['a=b%2Bc', 'a=b%2Bc'],
    ['a=-_.~', 'a=-_.%7E'],
    ['tags[]=a&tags[]=b', 'tags%5B0%5D=a&tags%5B1%5D=b'],
    ['tags[]=a&x=1&tags[]=b', 'tags%5B0%5D=a&tags%5B1%5D=b&x=1'],
    ['é=ü', '%C3%A9=%C3%BC'],
  ])('serializes "%s" as "%s"', (search, written) => expect(WireQuery.parse(search).toString()).toBe(written));
});

describe('readPaging', () => {
  it.each([
    ['', { start: undefined, limit: 20, resultsPerPage: 20 }],
    ['start=3&resultsperpage=7', { start: 3, limit: 7, resultsPerPage: 7 }],
    ['start=3&resultsperpage=0', { start: 0, limit: 100, resultsPerPage: 0 }],
    ['resultsperpage=101', { start: undefined, limit: 100, resultsPerPage: 101 }],
    ['start=-1&resultsperpage=x', { start: undefined, limit: 20, resultsPerPage: 20 }],
    ['start=1.5&resultsperpage=1e2', { start: undefined, limit: 20, resultsPerPage: 20 }],
    ['start=2147483647', { start: 2_147_483_647, limit: 20, resultsPerPage: 20 }],
    ['start=2147483648', { start: undefined, limit: 20, resultsPerPage: 20 }],
    ['start=99999999999&resultsperpage=99999999999', { start: undefined, limit: 20, resultsPerPage: 20 }],
  ])('parses "%s"', (search, paging) => expect(readPaging(WireQuery.parse(search), 100)).toEqual(paging));
});

describe('readAuthorization', () => {
  it.each([
    [undefined, null],
    ['Bearer abc', 'abc'],
    ['oAuTh  abc ', 'abc'],
  ])('parses %s', (header, token) => expect(readAuthorization(header)).toBe(token));

  it.each(['', ' ', 'abc', 'Bearer', 'Bearer a b', 'Basic abc'])('rejects "%s"', (header) =>
    expect(() => readAuthorization(header)).toThrow(/Authorization Header/),
  );
});

describe('eventFilterVariables', () => {
  const nothing = { filter: null, title: null, stub: null, tags: null, from: null, until: null };
  it.each([
    ['', { ...nothing, offset: 0 }],
    ['filter=all', { ...nothing, filter: 'ALL', offset: null }],
    ['filter=all&start=0', { ...nothing, filter: 'ALL', offset: 0 }],
    ['filter=all&resultsperpage=0', { ...nothing, filter: 'ALL', offset: 0, limit: 100 }],
    ['filter=cfps', { ...nothing, filter: 'OPEN_CFP', offset: 0 }],
    ['filter=toString', { ...nothing, offset: 0 }],
    ['filter[]=hot', { ...nothing, offset: 0 }],
    ['title=&stub=&tags[]=+&tags[]=', { ...nothing, offset: 0 }],
    // The year is that of the request: 3 March 2026 is a Tuesday.
    ['startdate=Tuesday+3+March&enddate=Friday+3+March', { ...nothing, from: 'Tuesday 3 March', offset: 0 }],
    ['tags=a&startdate=2026-07-15&enddate=never', { ...nothing, tags: ['a'], from: '2026-07-15', offset: 0 }],
  ])('parses "%s"', (search, expected) =>
    expect(eventFilterVariables(wireRequest(search))).toEqual({ limit: 20, verbose: false, ...expected }),
  );
});

describe('Links', () => {
  const links = new Links('http://api.test', undefined);
  it('begin with the origin, and keep the formats from which clients parse IDs (contract §1.10)', () => {
    expect([links.events(), links.events('hot'), links.event('1'), links.talk('2'), links.track('3')]).toEqual([
      'http://api.test/v2.1/events',
      'http://api.test/v2.1/events?filter=hot',
      'http://api.test/v2.1/events/1',
      'http://api.test/v2.1/talks/2',
      'http://api.test/v2.1/tracks/3',
    ]);
    expect([links.eventComment('4'), links.talkComment('5'), links.user('6')]).toEqual([
      'http://api.test/v2.1/event_comments/4',
      'http://api.test/v2.1/talk_comments/5',
      'http://api.test/v2.1/users/6',
    ]);
  });

  it.each([
    ['http://api.test/v2.1/talks/7', { type: 'Talk', id: '7' }],
    ['/v2.1/event_comments/7/?verbose=yes', { type: 'EventComment', id: '7' }],
    ['https://other.test/v2.1/languages/1', { type: 'Language', id: '1' }],
    ['http://api.test/v2.1/talks/7/comments', null],
    ['http://api.test/v2.1/constructor/7', null],
    ['http://api.test/v2.1/talks/x', null],
    ['ftp://api.test/v2.1/talks/7', null],
    ['', null],
  ])('%s is parsed back', (uri, resource) => expect(resourceOf(uri)).toEqual(resource));
});

it.each([
  [null, 0],
  [2.5, 3],
  [2.49, 2],
  [4.5, 5],
  [1, 1],
])('the average %p is %i in v2.1', (average, whole) => expect(wholeAverage(average)).toBe(whole));
