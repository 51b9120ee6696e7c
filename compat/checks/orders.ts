import { looked, type Check, type Sighting } from '../check.js';
import type { Document, Json } from '../document.js';

/** A list with its sort key and direction. */
type Row = readonly [sections: string, list: string, path: RegExp, key: (record: Json) => number, way: 1 | -1];

const moment = (member: string) => (record: Json) => Date.parse(String(record[member]));
const number = ({ uri }: Json) => Number(/(\d+)$/.exec(String(uri))?.[1]);

/** Sort orders of the contract (§3), except those by name, which depend on the collation. */
const table: readonly Row[] = [
  ['3.2', 'events: the latest first', /^\/v2\.1\/events$/, moment('start_date'), -1],
  ['3.2', 'the talks of an event: the earliest first', /\/events\/\d+\/talks$/, moment('start_date'), 1],
  ['3.7', 'the comments of an event: the newest first', /\/events\/\d+\/comments$/, moment('created_date'), -1],
  [
    '3.6',
    'all talk comments of an event or a user: the newest first',
    /\/talk_comments\/?$/,
    moment('created_date'),
    -1,
  ],
  ['3.6', 'the comments of a talk: the oldest first', /\/talks\/\d+\/comments$/, moment('created_date'), 1],
  ['3.9', 'the talks of a user: the latest first', /\/users\/\d+\/talks\/?$/, moment('start_date'), -1],
  ['3.9', 'the events of a user: the latest first', /\/(attended|hosted)\/?$/, moment('start_date'), -1],
  ['3.9', 'users and attendees: by ID', /\/(users|attendees)$/, number, 1],
  ['3.10', 'talk types: by ID', /\/talk_types$/, number, 1],
];

export const orderChecks: readonly Check[] = table.map(([sections, list, path, key, way]) => ({
  sections,
  title: `order of ${list}`,
  needs: 'such a list with two records',
  look: ({ documents }) =>
    documents
      .filter(({ exchange }) => {
        const { pathname, searchParams } = new URL(exchange.url);
        return path.test(pathname) && !searchParams.has('filter');
      })
      .flatMap((document) => inOrder(document, key, way)),
}));

/** Asserts the order of each pair of adjacent records. */
function inOrder({ exchange, entries }: Document, key: Row[3], way: 1 | -1): Sighting[] {
  return entries.slice(1).flatMap(({ path, record }, index) => {
    const [one, other] = [key(entries[index]?.record ?? {}), key(record)];
    if (Number.isNaN(one) || Number.isNaN(other)) return [];
    const side = way === 1 ? 'not before' : 'not after';
    return [
      looked(exchange.url, path, (other - one) * way >= 0, record['uri'] ?? record, `${side} the record above it`),
    ];
  });
}
