import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { criteriaOf, type EventListArguments } from '../../src/core/event/event-criteria.js';
import { pgConfig } from '../../src/database/orm.js';
import { eventFilters } from '../../src/core/reads/event-filters.js';
import { eventCount, eventPage, firstFuturePage } from '../../src/core/reads/event-lists.js';
import type { PageRequest } from '../../src/core/reads/page.js';
import type { Run } from '../../src/database/sql/statement.js';
import { everyRead, runRead } from './every-read.js';
import { explaining, type Cost } from '../support/explain.js';
import { addressOf, sizes, type World } from './worlds.js';

const now = Math.floor(Date.now() / 1000);
const clients = {} as Record<World, pg.Client>;
const worlds = Object.keys(sizes) as World[];

beforeAll(async () => {
  for (const world of worlds) {
    clients[world] = new pg.Client(pgConfig(addressOf(world)));
    await clients[world].connect();
  }
});
afterAll(() => Promise.all(worlds.map((world) => clients[world].end())));

/** Costs of the statements of a read in one world. */
async function costsOf(world: World, read: (run: Run) => Promise<unknown>): Promise<Cost[]> {
  const costs: Cost[] = [];
  await read(explaining(clients[world], (cost) => costs.push(cost)));
  return costs;
}

/** Tables that stay small with a million events; some are empty in these worlds. */
const SMALL = [
  ...['applications', 'languages', 'talk_types', 'waiting_counts', 'event_counts'],
  ...['access_tokens', 'account_tokens', 'comment_reports', 'email_changes', 'speaker_claims'],
  ...['deleted_talks', 'talk_origins', 'room_guids', 'schedule_columns', 'personal_calendars', 'grants'],
  ...['comment_versions', 'author_disclosures', 'shared_feedback'],
  ...['webhooks', 'webhook_deliveries', 'webhook_position', 'webhook_backlogs'],
];
const isLarge = (table: string) => !SMALL.includes(table);

const ADMIN = { isAdmin: true } as Parameters<typeof criteriaOf>[1];
const criteria = (question: EventListArguments) => criteriaOf(question, ADMIN, now);
const filters = [undefined, ...eventFilters];

type Page = 'first' | 'next' | 'previous' | 'last' | 'behind nearly all' | 'before nearly all' | 'where `all` begins';

/**
 * Costs of the pages of a collection: the first one, those before and after a cursor in the middle, and the last one.
 */
async function pagesOf(world: World, question: EventListArguments): Promise<Partial<Record<Page, number>>> {
  let costs: Cost[] = [];
  const run = explaining(clients[world], (cost) => costs.push(cost));
  const touched: Partial<Record<Page, number>> = {};
  const note = (page: Page): void => {
    expect(costs.flatMap(({ whole }) => whole).filter(isLarge)).toEqual([]);
    touched[page] = costs.reduce((sum, { pages }) => sum + pages, 0);
    costs = [];
  };
  const read = (request: PageRequest) => eventPage(run, criteria(question), now, request);
  const cursorOf = ({ nodes, cursorFields }: Awaited<ReturnType<typeof read>>, place: number) => {
    const row = nodes.at(place) as unknown as Record<string, unknown>;
    return [cursorFields.join(' '), ...cursorFields.map((field) => String(row[field]))];
  };
  const near = cursorOf(await read({ limit: 20 }), -1);
  note('first');
  await read({ limit: 20, cursor: near });
  note('next');
  await read({ limit: 20, cursor: near, backwards: true });
  note('previous');
  const far = cursorOf(await read({ limit: 21, backwards: true }), 0);
  note('last');
  await read({ limit: 20, cursor: far });
  note('behind nearly all');
  await read({ limit: 20, cursor: far, backwards: true });
  note('before nearly all');
  // With a tag, the offset of the page is a count of the tag's events.
  if (question.filter !== 'ALL' || question.tags) return touched;
  await firstFuturePage(run, criteria(question), now, { limit: 20 });
  note('where `all` begins');
  return touched;
}

/** A tag of about a tenth of the events, and two. */
const TAG = ['accessibility'];
const TAGS = ['accessibility', 'art'];

/**
 * Lists, and how many pages they may touch beyond a fifth more. HOT and the lists by tag find each row by its ID, in an
 * index two levels deeper, and the rows of a small world are on few pages.
 */
const lists: readonly (readonly [EventListArguments, more: number])[] = [
  ...filters.map((filter) => [{ filter: filter ?? null }, filter === 'HOT' ? 8 * 21 : 8] as const),
  ...([null, 'UPCOMING', 'PAST', 'ALL'] as const).map((filter) => [{ filter, tags: TAG }, 3 * 21] as const),
  [{ filter: 'UPCOMING', tags: TAGS }, 3 * 21],
];

describe('pages cost the same with a thousand events and with a million', () => {
  it.each(lists)('%j', async (question, more) => {
    const [small, large] = [await pagesOf('small', question), await pagesOf('large', question)];
    process.stderr.write(`${JSON.stringify(question)}: ${JSON.stringify(small)} ${JSON.stringify(large)}\n`);
    const most = (page: string) => 1.2 * small[page as Page]! + more;
    expect(Object.entries(large).filter(([page, pages]) => pages > most(page))).toEqual([]);
  });

  it('totals', async () => {
    // Index-only scans of these two alternate between pages of the visibility map, which count each time.
    const isScan = ({ filter }: EventListArguments) => filter === 'OPEN_CFP' || filter === 'PENDING';
    for (const [question] of lists.filter(([question]) => !isScan(question))) {
      const [cost] = await costsOf('large', (run) => eventCount(run, criteria(question), now));
      process.stderr.write(`total ${JSON.stringify(question)}: ${cost!.pages}\n`);
      const most = question.tags ? 2_000 : 500;
      expect({ question, few: cost!.pages <= most, whole: cost!.whole.filter(isLarge) }).toEqual({
        ...{ question, few: true, whole: [] },
      });
    }
  });
});

/** Pages of 8 kB for one page of any list, including a search for talks by title. */
const MOST_PAGES = 2_000;
/** HOT visits some six thousand days; all others are far below. */
const MOST_LOOKS = 10_000;

describe('every read of src/core/reads', () => {
  it('uses an index, and touches few pages for one page of a list', async () => {
    const { rows } = await clients.large.query<Record<'event' | 'talk' | 'track' | 'user', string>>(`select
      (select id from events where is_public order by talk_comment_count desc limit 1) as event,
      (select id from talks order by comment_count desc limit 1) as talk,
      (select id from tracks order by talk_count desc limit 1) as track,
      (select user_id from talk_comments group by user_id order by count(*) desc limit 1) as user`);
    const largest = rows[0]!;
    const keys = Array.from({ length: 20 }, (_, index) => String(index + 1));
    const answers = {
      keys,
      now,
      today: now - (now % 86_400),
      viewer: largest.user,
      userId: largest.user,
      except: null,
      key: 'a-stub',
      text: 'Museum',
      title: 'Museum',
      username: 'ada.okafor',
      id: largest.event,
      name: 'Deutsch',
      email: 'ada@example.org',
      tokenHash: 'none',
      secretHash: 'none',
      purpose: 'reset_password',
      consumerKey: 'none',
    };
    const reads = await everyRead();
    expect(reads.length).toBeGreaterThan(80);
    const bad: unknown[] = [];
    for (const read of reads) {
      const kind = /(?:Of|By)(Event|Talk|Track|User)/.exec(read.name)?.[1]?.toLowerCase() as
        keyof typeof largest | undefined;
      const costs = await costsOf('large', (run) => runRead(read, run, answers, [largest[kind ?? 'event']]));
      bad.push(
        ...costs.filter(({ pages, looks, whole }) => pages > MOST_PAGES || looks > MOST_LOOKS || whole.some(isLarge)),
      );
    }
    expect(bad).toEqual([]);
  });

  it('is detected if it loses its index', async () => {
    await clients.large.query('begin; drop index events_public_start_index, event_search_start_index');
    const [cost] = await costsOf('large', (run) => eventPage(run, criteria({}), now, { limit: 20 }));
    await clients.large.query('rollback');
    expect(cost!.pages).toBeGreaterThan(1_000);
  });
});
