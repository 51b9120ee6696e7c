import { fillWorld, sizes } from '../../test/million/fill-world.js';
import { openClient, type Answer, type Client } from '../client.js';
import type { Fault } from '../fault.js';
import { alike, atMost, type Finding } from '../finding.js';
import { isGood, Tally } from '../tally.js';

const EVENTS = sizes.large.events.toLocaleString('en').replaceAll(',', ' ');
/** v2.1 filters; in upper case they are the GraphQL filters. */
const FILTERS = [null, 'hot', 'upcoming', 'past', 'all'] as const;
const DEPTHS = [0, 1_000, 10_000, 100_000];
const PER_PAGE = 20;
const PAGE_WITHIN_MS = 50;
const CURSOR_WITHIN_MS = 5;
/** PostgreSQL replans a prepared statement in its first five executions. */
const WARM_UP_ROUNDS = 10;
const ROUNDS = 300;

/** A page that is requested repeatedly. */
interface Page {
  readonly name: string;
  /** Whether it is located by cursor instead of offset. */
  readonly byCursor: boolean;
  /** Number of events on the page. */
  readonly count: (body: string) => number;
  readonly ask: (client: Client) => Promise<Answer>;
  readonly tookMs: number[];
}

const CURSOR = `query ($filter: EventFilter, $offset: Int, $limit: Int, $last: Int) {
  events(filter: $filter, offset: $offset, limit: $limit, last: $last) { pageInfo { startCursor endCursor } } }`;
const BEHIND = `query ($filter: EventFilter, $after: String) {
  events(filter: $filter, first: ${PER_PAGE}, after: $after) { nodes { id name startDate } } }`;

/** v2.1 pages at each depth. */
const numberedPages = (): Page[] =>
  FILTERS.flatMap((filter) =>
    DEPTHS.map((start) => ({
      name: `v2.1, ${filter ?? 'no filter'}, start=${start}`,
      byCursor: false,
      count: (body) => (JSON.parse(body) as { events: object[] }).events.length,
      ask: (client) =>
        client.get(`/v2.1/events?start=${start}&resultsperpage=${PER_PAGE}${filter ? `&filter=${filter}` : ''}`),
      tookMs: [],
    })),
  );

interface Events {
  readonly pageInfo: { readonly startCursor: string; readonly endCursor: string };
}

/** GraphQL pages after a cursor at each depth, and the last page. */
async function cursorPages(client: Client): Promise<Page[]> {
  const pages: Page[] = [];
  for (const word of FILTERS) {
    const filter = word?.toUpperCase() ?? null;
    const cursorAt = async (place: object) => {
      const { body, label } = await client.graph(CURSOR, { filter, ...place });
      if (!isGood(label)) throw new Error(`No cursor of ${filter} at ${JSON.stringify(place)}: ${body}`);
      return (JSON.parse(body) as { data: { events: Events } }).data.events.pageInfo;
    };
    const add = (name: string, after: string | null) =>
      pages.push({
        name: `graph, ${filter ?? 'no filter'}, ${name}`,
        byCursor: true,
        count: (body) => (JSON.parse(body) as { data: { events: { nodes: object[] } } }).data.events.nodes.length,
        ask: (asked) => asked.graph(BEHIND, { filter, after }),
        tookMs: [],
      });
    for (const offset of DEPTHS) add(`behind ${offset + 1}`, (await cursorAt({ offset, limit: 1 })).endCursor);
    add('the last page', (await cursorAt({ last: PER_PAGE + 1 })).startCursor);
  }
  return pages;
}

/** Nearest-rank quantile. */
function quantile(part: number, tookMs: readonly number[]): number {
  const sorted = [...tookMs].sort((one, other) => one - other);
  return sorted[Math.ceil(part * sorted.length) - 1]!;
}

/** Requires a p99, and for cursor pages also a median that is independent of the depth. */
const findingsOn = ({ name, byCursor, tookMs }: Page): Finding[] => [
  atMost(`p99 of ${name}:`, quantile(0.99, tookMs), PAGE_WITHIN_MS, ' ms'),
  ...(byCursor ? [atMost(`median of ${name}:`, quantile(0.5, tookMs), CURSOR_WITHIN_MS, ' ms')] : []),
];

/** Row 16: with this many events, any read of more than a page is noticeable. */
export const millionEvents: Fault = {
  number: '16',
  name: `${EVENTS} events, without response cache`,
  figure: `p99 of any page is at most ${PAGE_WITHIN_MS} ms, up to \`start=100000\`; the median of a GraphQL page by cursor is at most ${CURSOR_WITHIN_MS} ms at any depth`,
  quick: false,
  servers: 'one',
  async inject(site) {
    const { pool, url } = await site.world();
    const filling = await pool.connect();
    await fillWorld(filling, 'large');
    filling.release();
    const service = await site.service({ DATABASE_URL: url, ANSWER_CACHE_MEGABYTES: '0' });
    await service.start();
    const client = openClient(service.base);
    site.cleanup.add(() => client.close());
    const pages = [...numberedPages(), ...(await cursorPages(client))];
    const tally = new Tally();
    const short = new Set<string>();
    // Interleaved, so that a disturbance of the machine affects all pages.
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      for (const { name, count, ask, tookMs } of pages) {
        const answer = await ask(client);
        tally.count(answer);
        if (round >= 0) tookMs.push(answer.tookMs);
        else if (!isGood(answer.label) || count(answer.body) !== PER_PAGE) short.add(name);
      }
    }
    return {
      answers: tally.counts,
      findings: [tally.only(), alike('every page is full', [...short], []), ...pages.flatMap(findingsOn)],
    };
  },
};
