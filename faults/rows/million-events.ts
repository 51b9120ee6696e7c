import { fillWorld, sizes } from '../../test/million/fill-world.js';
import { openClient, type Answer, type Client } from '../client.js';
import type { Fault } from '../fault.js';
import { alike, atMost, type Finding } from '../finding.js';
import { isGood, Tally } from '../tally.js';

const EVENTS = sizes.large.events.toLocaleString('en').replaceAll(',', ' ');
/** Of v2.1, and in the words of the graph. */
const FILTERS = [null, 'hot', 'upcoming', 'past', 'all'] as const;
const DEPTHS = [0, 1_000, 10_000, 100_000];
const PER_PAGE = 20;
const PAGE_WITHIN_MS = 50;
const CURSOR_WITHIN_MS = 5;
/** PostgreSQL plans a statement anew in its first five runs. */
const WARM_UP_ROUNDS = 10;
const ROUNDS = 300;

/** One page, asked for again and again. */
interface Page {
  readonly name: string;
  /** Whether it is found by a cursor, not by its number. */
  readonly byCursor: boolean;
  /** How many events are on it. */
  readonly count: (body: string) => number;
  readonly ask: (client: Client) => Promise<Answer>;
  readonly tookMs: number[];
}

const CURSOR = `query ($filter: EventFilter, $offset: Int, $limit: Int, $last: Int) {
  events(filter: $filter, offset: $offset, limit: $limit, last: $last) { pageInfo { startCursor endCursor } } }`;
const BEHIND = `query ($filter: EventFilter, $after: String) {
  events(filter: $filter, first: ${PER_PAGE}, after: $after) { nodes { id name startDate } } }`;

/** Pages of v2.1 at each depth. */
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

/** Pages of the graph behind a cursor at each depth, and the last one. */
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

/** So large a part of them is not above it. */
function quantile(part: number, tookMs: readonly number[]): number {
  const sorted = [...tookMs].sort((one, other) => one - other);
  return sorted[Math.ceil(part * sorted.length) - 1]!;
}

/** One that is found by a cursor also has to be quick as a rule, however deep it lies. */
const findingsOn = ({ name, byCursor, tookMs }: Page): Finding[] => [
  atMost(`p99 of ${name}:`, quantile(0.99, tookMs), PAGE_WITHIN_MS, ' ms'),
  ...(byCursor ? [atMost(`median of ${name}:`, quantile(0.5, tookMs), CURSOR_WITHIN_MS, ' ms')] : []),
];

/** Row 16: so many events that whatever reads more than a page of them shows. */
export const millionEvents: Fault = {
  number: '16',
  name: `There are ${EVENTS} events, and no answer is kept`,
  figure: `99 of 100 times any page takes at most ${PAGE_WITHIN_MS} ms, to \`start=100000\`; half the time one behind a cursor of the graph takes at most ${CURSOR_WITHIN_MS} ms, however deep it lies`,
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
    site.teardown.add(() => client.close());
    const pages = [...numberedPages(), ...(await cursorPages(client))];
    const tally = new Tally();
    const short = new Set<string>();
    // In turns: what disturbs this machine for a while disturbs all of them.
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
