import { describe, expect, it } from '@jest/globals';
import type { EventRecordFragment, TalkRecordFragment } from '../../rest-facade/operations/documents.generated.js';
import { bareOf, pageOf, partOf, recordOf, wholeOf } from '../../rest-facade/wire/envelope.js';
import { eventRecord, imagesByKind } from '../../rest-facade/nouns/event/record.js';
import { talkRecord, typeWord } from '../../rest-facade/nouns/talk/record.js';
import { settings, wireRequest } from './settings.js';

const nobody = { viewer: null };
const somebody = { viewer: { id: '9', isAdmin: false } };
const shape = (node: number) => ({ node });
const page = (search: string) => `http://api.test/v2.1/things?${search}`;

const event: EventRecordFragment = {
  id: '1',
  name: 'Name',
  slug: 'na me',
  startDate: 'S',
  endDate: 'E',
  description: 'D',
  stub: null,
  websiteUrl: null,
  timeZone: 'Europe/Amsterdam',
  attendeeCount: 0,
  viewerIsAttending: false,
  ratings: { average: 2.5 },
  commentCount: 0,
  trackCount: 0,
  talkCount: 0,
  icon: null,
  location: 'L',
  rejectionReason: null,
  images: [],
  tags: [],
  status: 'APPROVED',
  reviewDate: null,
} as never;

describe('the envelope', () => {
  it('contains the records, then meta in order', () => {
    const request = wireRequest('start=2&resultsperpage=2');
    const reply = pageOf('things', { offset: 2, totalCount: 9, nodes: [1, 2] }, shape, request, somebody);
    expect(JSON.stringify(reply)).toBe(
      JSON.stringify({
        status: 200,
        body: {
          things: [{ node: 1 }, { node: 2 }],
          meta: {
            count: 2,
            total: 9,
            this_page: page('start=2&resultsperpage=2'),
            next_page: page('start=4&resultsperpage=2'),
            prev_page: page('start=0&resultsperpage=2'),
            user_uri: 'http://api.test/v2.1/users/9',
          },
        },
      }),
    );
  });

  it('truncates a short list, returns another completely, and one record in an array', () => {
    const request = wireRequest('start=1&resultsperpage=1');
    expect(partOf('things', [1, 2, 3], shape, request, nobody).body).toMatchObject({
      things: [{ node: 2 }],
      meta: { count: 1, total: 3, next_page: page('start=2&resultsperpage=1') },
    });
    expect(wholeOf('things', [1, 2, 3], shape, request, nobody).body).toEqual({
      things: [{ node: 1 }, { node: 2 }, { node: 3 }],
      meta: { count: 3, total: 3, this_page: page('start=0&resultsperpage=0') },
    });
    expect(recordOf('things', 5, shape, 'None', wireRequest(), nobody).body).toMatchObject({ things: [{ node: 5 }] });
    expect(() => recordOf('things', null, shape, 'None', wireRequest(), nobody)).toThrow('None');
  });

  it('adds meta to a bare object only if it has content', () => {
    const user_uri = 'http://api.test/v2.1/users/9';
    expect(bareOf({ a: 1 }, wireRequest(), nobody).body).toEqual({ a: 1 });
    expect(bareOf({ a: 1 }, wireRequest(), nobody, 0).body).toEqual({ a: 1, meta: { count: 0 } });
    expect(bareOf({ a: 1 }, wireRequest(), somebody, 2).body).toEqual({ a: 1, meta: { count: 2, user_uri } });
  });
});

describe('the shapes', () => {
  it.each([
    ['Europe/Amsterdam', 'Europe', 'Amsterdam'],
    ['America/Argentina/Buenos_Aires', 'America', 'Argentina/Buenos_Aires'],
    ['UTC', '', 'UTC'],
  ])('split the zone %s', (timeZone, tz_continent, tz_place) =>
    expect(eventRecord({ ...event, timeZone }, wireRequest(), null).toJSON()).toMatchObject({ tz_continent, tz_place }),
  );

  it.each([
    ['PENDING', null, 1],
    ['PENDING', '2026-01-01T00:00:00+00:00', 1],
    ['APPROVED', null, null],
    ['APPROVED', '2026-01-01T00:00:00+00:00', 0],
    ['REJECTED', null, 0],
    ['REJECTED', '2026-01-01T00:00:00+00:00', 0],
  ] as const)('show %s, reviewed %s, as pending %p', (status, reviewDate, pending) =>
    expect(eventRecord({ ...event, status, reviewDate }, wireRequest(), null).toJSON()['pending']).toBe(pending),
  );

  it('fail if a verbose member was not selected', () => {
    expect(() => eventRecord(event, wireRequest('verbose=yes'), null)).toThrow('did not select');
    expect(() =>
      talkRecord(
        { ...event, type: 'TALK', speakers: [], tracks: [] } as unknown as TalkRecordFragment,
        wireRequest('verbose=yes'),
        null,
      ),
    ).toThrow('did not select');
  });

  it('name images by their kind', () => {
    const image = { url: 'u', width: 1, height: 2 };
    const named = imagesByKind([{ kind: 'SMALL', ...image }], wireRequest());
    expect(named.toJSON()).toEqual({ small: { type: 'small', ...image } });
  });

  it('read social events by the name of the deployment', () => {
    expect(typeWord('SOCIAL_EVENT', { settings })).toBe('Social');
    expect(typeWord('SOCIAL_EVENT', { settings: { ...settings, socialTalkType: 'Social event' } })).toBe(
      'Social event',
    );
    expect(typeWord('EVENT_RELATED', { settings })).toBe('Event related');
  });
});
