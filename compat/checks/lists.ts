import { compared, looked, status, type Check, type Sighting } from '../check.js';
import { withQuery, type Client } from '../client.js';
import { documentOf, type Document, type Json } from '../document.js';
import type { KindName } from '../kinds/kind.js';
import type { Visit } from '../visit.js';

/** Bounds of a useful list: several pages, but small enough to request in full. */
const SHORTEST = 21;
const LONGEST = 1000;

interface List {
  readonly path: string;
  readonly kind: KindName;
  readonly total: number;
}

/** The longest crawled list within the bounds. */
function longest({ documents }: Visit, least: number): List | undefined {
  const lists = documents.flatMap(({ kind, shape, exchange, meta, asUser }) => {
    const total = Number(meta?.['total']);
    if (kind === 'mark' || shape !== 'list' || asUser || !(total >= least && total <= LONGEST)) return [];
    const { pathname, searchParams } = new URL(exchange.url);
    const filter = searchParams.get('filter');
    return [{ path: pathname + (filter === null ? '' : `?filter=${filter}`), kind, total }];
  });
  return lists.sort((one, other) => other.total - one.total)[0];
}

async function askList(client: Client, { path, kind }: List, parameters: Record<string, string>): Promise<Document> {
  return documentOf(await client.ask(withQuery(path, parameters)), { kind, shape: 'list' }, false);
}

/** A check of a list with at least `least` records. */
const listCheck = (
  sections: string,
  title: string,
  least: number,
  look: (client: Client, list: List) => AsyncIterable<Sighting>,
): Check => ({
  ...{ sections, title, needs: `a list of ${least} to ${LONGEST} records` },
  async *look(visit) {
    const list = longest(visit, least);
    if (list) yield* look(visit.client, list);
  },
});

const countOf = ({ exchange, root, entries }: Document, right: number): Sighting =>
  compared(exchange.url, String(root), entries.length, right);
const absent = ({ exchange, meta }: Document, name: string): Sighting =>
  looked(exchange.url, `meta.${name}`, meta?.[name] === undefined, meta?.[name], 'nothing');
const identity = (record: Json): unknown => record['uri'] ?? record['comment_uri'] ?? JSON.stringify(record);
const identities = ({ entries }: Document): unknown[] => entries.map(({ record }) => identity(record));

/** Behaviour of `start` and `resultsperpage`: contract §1.6. */
export const listChecks: readonly Check[] = [
  listCheck(
    '1.6, 7.1.4',
    'resultsperpage=0 returns all records and ignores start',
    SHORTEST,
    async function* (client, list) {
      const all = await askList(client, list, { resultsperpage: '0', start: '3' });
      yield countOf(all, list.total);
    },
  ),
  listCheck('1.6', 'resultsperpage=0 has no next_page', SHORTEST, async function* (client, list) {
    const all = await askList(client, list, { resultsperpage: '0' });
    if (all.entries.length === list.total) yield absent(all, 'next_page');
  }),
  listCheck('1.6, 7.1.4', 'resultsperpage=1000 is honoured', SHORTEST, async function* (client, list) {
    yield countOf(await askList(client, list, { resultsperpage: '1000' }), list.total);
  }),
  listCheck('1.6, 7.1.4', 'a page has 20 records by default', SHORTEST, async function* (client, list) {
    yield countOf(await askList(client, list, {}), 20);
  }),
  listCheck('1.6', 'following next_page visits every record once', 3, async function* (client, list) {
    const size = Math.max(2, Math.ceil(list.total / 7));
    const seen: unknown[] = [];
    let page = await askList(client, list, { start: '0', resultsperpage: String(size) });
    for (let count = 0; count <= list.total; count += 1) {
      seen.push(...identities(page));
      const next = page.meta?.['next_page'];
      if (typeof next !== 'string') break;
      const again = identities(page);
      page = await askList(client, { ...list, path: next }, {});
      if (JSON.stringify(identities(page)) === JSON.stringify(again)) {
        yield looked(page.exchange.url, 'meta.next_page', false, next, 'another page');
        return;
      }
    }
    yield compared(page.exchange.url, 'different records', new Set(seen).size, seen.length);
  }),
  listCheck('1.6', 'a page beyond the end is empty, and links back', 1, async function* (client, list) {
    const beyond = await askList(client, list, { start: String(list.total + 40) });
    yield status(beyond.exchange, 200);
    if (beyond.exchange.status !== 200) return;
    yield countOf(beyond, 0);
    yield absent(beyond, 'next_page');
    const previous = beyond.meta?.['prev_page'];
    yield looked(beyond.exchange.url, 'meta.prev_page', previous !== undefined, previous, 'a URL');
  }),
  listCheck(
    '1.6',
    'start and resultsperpage that are no numbers fall back to the defaults',
    1,
    async function* (client, list) {
      const plain = await askList(client, list, { start: '0' });
      for (const odd of [{ start: '-1' }, { start: 'x' }, { resultsperpage: '-5' }, { resultsperpage: 'abc' }]) {
        const answer = await askList(client, list, { start: '0', ...odd });
        yield status(answer.exchange, 200);
        if (answer.exchange.status === 200) yield countOf(answer, plain.entries.length);
      }
    },
  ),
  listCheck('1.6', 'only verbose=yes is verbose', 1, async function* (client) {
    const events = { path: '/v2.1/events', kind: 'event', total: 1 } as const;
    for (const word of ['YES', '1', 'true', 'no']) {
      const { exchange, entries } = await askList(client, events, { verbose: word, resultsperpage: '1' });
      const [first] = entries;
      if (first)
        yield looked(
          exchange.url,
          'events[0].can_edit',
          !('can_edit' in first.record),
          first.record['can_edit'],
          'nothing',
        );
    }
  }),
];
