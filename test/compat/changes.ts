import { header, inBodies, inDocuments, inMeta, inRecords, member, refuse, search, without } from './broken.js';
import type { Change } from './front.js';

/** A defect, and the titles of the checks that must report it. */
export type Row = readonly [name: string, change: Change, failing: readonly string[]];

/** A single defect. */
export const changes: readonly Row[] = [
  ['meta is missing', inDocuments(({ meta: _, ...rest }) => rest), ['every list and every record has meta']],
  ['meta is first', inDocuments(({ meta, ...rest }) => (meta ? { meta, ...rest } : rest)), ['meta is the last member']],
  [
    'count is a text',
    inMeta((meta) => void ('count' in meta && (meta['count'] = String(meta['count'])))),
    ['count and total are numbers'],
  ],
  [
    'count is one too many',
    inMeta((meta) => void ('count' in meta && (meta['count'] = Number(meta['count']) + 1))),
    ['count is the number of records in the response'],
  ],
  [
    'total is one too many',
    inMeta((meta) => void ('total' in meta && (meta['total'] = Number(meta['total']) + 1))),
    [
      'total is where the pages end',
      'resultsperpage=0 returns all records and ignores start',
      'resultsperpage=1000 is honoured',
      ...['attendee_count', 'event_comments_count', 'talk_comments_count', 'talks_count', 'tracks_count'].map(
        (counter) => `event: ${counter} is the total of its list`,
      ),
      'talk: comment_count is the total of its list',
    ],
  ],
  [
    'dates end in Z',
    inRecords((record) => {
      for (const [name, value] of Object.entries(record)) {
        if (/_date$|^date_/.test(name) && typeof value === 'string')
          record[name] = new Date(value).toISOString().replace('.000', '');
      }
    }),
    ['dates have a numeric offset, no fractions and never Z'],
  ],
  [
    'dates are in UTC',
    inRecords((record) => {
      for (const [name, value] of Object.entries(record)) {
        if (name.endsWith('_date') && typeof value === 'string')
          record[name] = new Date(value).toISOString().replace('.000Z', '+00:00');
      }
    }),
    ['dates of events, talks and comments are in the zone of the event'],
  ],
  [
    'an error is an object',
    inBodies((body) => (Array.isArray(body) ? { error: (body as unknown[])[0] } : body)),
    ['an error is an array with exactly one string'],
  ],
  [
    'an error has another sentence',
    {
      answers(wire) {
        wire.text = wire.text.replace('"Event not found"', '"No such event"');
      },
    },
    [
      'GET /v2.1/events/x is 404 "Event not found"',
      ...['', '/talks', '/tracks', '/comments', '/attendees', '/hosts'].map(
        (below) => `GET /v2.1/events/2000000000${below} is 404 "Event not found"`,
      ),
    ],
  ],
  [
    'Content-Type has a hyphen',
    header('content-type', (value) => value?.replace('json; charset=utf8', 'json; charset=utf-8')),
    ['Content-Type is exactly application/json; charset=utf8'],
  ],
  [
    'no other origin may read',
    {
      answers(wire) {
        if (wire.method !== 'OPTIONS') delete wire.headers['access-control-allow-origin'];
      },
    },
    ['Access-Control-Allow-Origin is * on every response, including errors'],
  ],
  [
    'next_page is this page',
    inMeta((meta) => void ('next_page' in meta && (meta['next_page'] = meta['this_page']))),
    ['next_page is the same address further on', 'following next_page visits every record once'],
  ],
  [
    'this_page has no start',
    inMeta(
      (meta) =>
        void ('this_page' in meta && (meta['this_page'] = String(meta['this_page']).replace(/([?&])start=0&/, '$1'))),
    ),
    ['this_page repeats the address, with start and resultsperpage'],
  ],
  [
    'prev_page is missing',
    inMeta((meta) => void delete meta['prev_page']),
    ['prev_page is present after the first page, and links back', 'a page beyond the end is empty, and links back'],
  ],
  [
    'resultsperpage=0 is 20',
    { asks: ({ url, headers }) => ({ url: url.replace('resultsperpage=0', 'resultsperpage=20'), headers }) },
    ['resultsperpage=0 returns all records and ignores start'],
  ],
  [
    'resultsperpage is at most 20',
    { asks: ({ url, headers }) => ({ url: url.replace(/resultsperpage=\d{3,}/, 'resultsperpage=20'), headers }) },
    ['resultsperpage=1000 is honoured'],
  ],
  [
    'links of users have no slash at the end',
    inRecords((record) => {
      for (const [name, value] of Object.entries(record)) {
        if (typeof value === 'string' && /\/users\/\d+\/\w+\/$/.test(value)) record[name] = value.slice(0, -1);
      }
    }),
    ["the links to a user's lists end in a slash"],
  ],
  ['flags are booleans', member('comments_enabled', (value) => value === 1), ['flags are the numbers 0 and 1']],
  ['a mark is a number', member('starred', (value) => Number(value)), ['talk: its values have their types']],
  [
    'a text that looks like a number becomes one',
    member('talk_title', () => 2024),
    ['talk: its values have their types', 'talk comment: its values have their types'],
  ],
  [
    'JSONP is not wrapped',
    {
      answers(wire) {
        wire.text = wire.text.replace(/^\/\*\*\/[\w.$]+\(([^]*)\);$/, '$1');
      },
    },
    ['JSONP wraps responses and errors'],
  ],
  [
    'gravatar_hash is missing',
    without('gravatar_hash'),
    [
      'talk comment: the members beyond the spec are present',
      'event comment: the members beyond the spec are present',
      'user: its members are present',
    ],
  ],
  ['hosts_uri is missing', without('hosts_uri'), ['event: the members beyond the spec are present']],
  [
    'links are relative',
    member('tracks_uri', (value) => String(value).replace(/^https?:\/\/[^/]*/, '')),
    ['links are absolute, share one origin, and have the format from which clients extract IDs'],
  ],
  [
    'an unknown filter is rejected',
    {
      answers(wire) {
        if (search(wire).get('filter') === 'nobody-knows') refuse(wire, 400, 'Unknown filter');
      },
    },
    ['an unknown filter is ignored'],
  ],
  [
    'filter=all begins at the beginning',
    {
      asks: ({ url, headers }) => {
        const query = search({ url });
        return { url: query.get('filter') === 'all' && !query.has('start') ? `${url}&start=0` : url, headers };
      },
    },
    ['filter=all begins at the first event from today, and reports that start'],
  ],
  [
    'the scheme OAuth is rejected',
    {
      answers(wire) {
        if (/^oauth/i.test(wire.request['authorization'] ?? ''))
          refuse(wire, 400, 'Unknown Authorization Header Received');
      },
    },
    ['the scheme OAuth is read', 'the scheme oAuTh is read'],
  ],
  [
    'an unknown token is authenticated',
    inMeta((meta, { request }) => {
      if (request['authorization']?.includes('not-a-token')) meta['user_uri'] = 'http://any/v2.1/users/0';
    }),
    ['an unknown token reads as anonymous'],
  ],
  [
    'a member is in another position',
    inRecords((record) => {
      if (!('track_description' in record)) return;
      const { uri } = record;
      delete record['uri'];
      record['uri'] = uri;
    }),
    ['track: its members are in order'],
  ],
  [
    'HEAD is refused',
    {
      answers(wire) {
        if (wire.method === 'HEAD') refuse(wire, 405, 'Method not supported');
      },
    },
    ['HEAD is GET without the body'],
  ],
  [
    'browsers get JSON',
    {
      asks: ({ url, headers }) => ({
        url: url.replace('format=html', 'format=json'),
        headers: { ...headers, accept: 'application/json' },
      }),
    },
    ['browsers and format=html get an HTML page'],
  ],
  [
    'comments are in reverse order',
    inDocuments((document, { url }) => {
      const { comments } = document;
      if (/\/talks\/\d+\/comments(\?|$)/.test(url) && Array.isArray(comments)) comments.reverse();
    }),
    ['order of the comments of a talk: the oldest first'],
  ],
  [
    'a counter exceeds the number of records',
    member('attendee_count', (count) => Number(count) + 1),
    ['event: attendee_count is the total of its list'],
  ],
];
