import { print } from 'graphql';
import type { Client } from 'pg';
import { get, post, type BenchRequest, type Driver } from './driver.js';
import { operations } from './operations.js';
import { facts, postgraphileReads } from './postgraphile-reads.js';

/** Interfaces that return the same records in the same order. */
export type Endpoint = 'rest' | 'graph' | 'sofa' | 'postgraphile';

/** The requests of a read at one interface. */
export interface Asked {
  readonly requests: readonly BenchRequest[];
  /** Extracts the values that must equal those that `ofLectern` extracts from Lectern's response at `agreesWith`. */
  readonly shown: (answer: unknown) => unknown;
  readonly agreesWith: 'rest' | 'graph';
  readonly ofLectern: (answer: unknown) => unknown;
}

export interface Read {
  readonly name: string;
  readonly about: string;
  readonly asked: Readonly<Record<Endpoint, Asked>>;
}

const PAGES = 20;
const EVENTS_PER_PAGE = 20;
const RECORDS_PER_PAGE = 50;

/** One page: the v2.1 path, the variables of the operation, and the path of sofa-api. */
interface Page {
  readonly rest: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly sofa: string;
}

const [collection, talks, record, comments] = operations;
const reads = [
  {
    name: 'R1',
    about: `${EVENTS_PER_PAGE} events with counts, tags, images and links`,
    operation: collection,
    field: 'events',
    pages: (_: PickedRecords, starts: readonly number[]): Page[] =>
      starts.map((offset) => ({
        rest: `events?resultsperpage=${EVENTS_PER_PAGE}&start=${offset}`,
        variables: { offset, limit: EVENTS_PER_PAGE },
        sofa: `events?limit=${EVENTS_PER_PAGE}&offset=${offset}`,
      })),
  },
  {
    name: 'R2',
    about: `${RECORDS_PER_PAGE} talks of an event with speakers, tracks, rating, counts and links`,
    operation: talks,
    field: 'event',
    pages: ({ events }: PickedRecords) => events.map((id) => firstPage(id, 'events', 'talks', 'event')),
  },
  {
    name: 'event',
    about: 'one event, verbose',
    operation: record,
    field: 'event',
    pages: ({ events }: PickedRecords): Page[] =>
      events.map((id) => ({ rest: `events/${id}?verbose=yes`, variables: { id }, sofa: `event/${id}` })),
  },
  {
    name: 'comments',
    about: `${RECORDS_PER_PAGE} comments on a talk, with their authors`,
    operation: comments,
    field: 'talk',
    pages: (picked: PickedRecords) => picked.talks.map((id) => firstPage(id, 'talks', 'comments', 'talk')),
  },
] as const;

function firstPage(id: string, records: string, children: string, type: string): Page {
  return {
    rest: `${records}/${id}/${children}?resultsperpage=${RECORDS_PER_PAGE}`,
    variables: { id, offset: 0, limit: RECORDS_PER_PAGE },
    sofa: `${type}/${id}?${type}_${children}_limit=${RECORDS_PER_PAGE}&${type}_${children}_offset=0`,
  };
}

/** IDs of the requested records: events and talks with at least one full page of children. */
interface PickedRecords {
  readonly events: readonly string[];
  readonly talks: readonly string[];
}

const whole = (answer: unknown) => answer;
const dataOf = (answer: unknown) => (answer as { data: Record<string, unknown> }).data;

/**
 * Builds the reads: up to 20 different pages of each kind, requested in turn.
 *
 * @param client connected to the benchmark database
 * @param postgraphile a driver of PostGraphile, whose pages are located by its cursors
 */
export async function readsOf(client: Client, postgraphile: Driver): Promise<Read[]> {
  const picked = await pick(client);
  const total = await client.query<{ count: number }>('select count(*)::int from events where is_public');
  const pageCount = Math.min(PAGES, Math.floor((total.rows[0]?.count ?? 0) / EVENTS_PER_PAGE));
  const starts = Array.from({ length: pageCount }, (_, index) => index * EVENTS_PER_PAGE);
  const theirs = await postgraphileReads(postgraphile, {
    ...picked,
    ...{ pageCount, pageSize: EVENTS_PER_PAGE, childSize: RECORDS_PER_PAGE },
  });
  return reads.map(({ name, about, operation, field, pages }) => {
    const all = pages(picked, starts);
    const query = print(operation.document);
    const { verbose } = operation;
    return {
      name,
      about,
      asked: {
        rest: {
          requests: all.map(({ rest }) => get(`/v2.1/${rest}`)),
          shown: whole,
          agreesWith: 'rest',
          ofLectern: whole,
        },
        graph: {
          requests: all.map(({ variables }) => post(query, { ...variables, verbose })),
          ...{ shown: dataOf, agreesWith: 'graph', ofLectern: dataOf },
        },
        sofa: {
          requests: all.map(({ sofa }) => get(`/${operation.name}/${sofa}`)),
          ...{ shown: whole, agreesWith: 'graph', ofLectern: (answer) => dataOf(answer)[field] },
        },
        postgraphile: {
          requests: theirs[name],
          ...{ shown: facts[name], agreesWith: 'graph', ofLectern: facts[name] },
        },
      },
    };
  });
}

async function pick(client: Client): Promise<PickedRecords> {
  const events = await client.query<{ id: string }>(
    'select id from events where is_public and talk_count >= $1 order by starts_at desc, id desc limit $2',
    [RECORDS_PER_PAGE, PAGES],
  );
  const talks = await client.query<{ id: string }>(
    `select t.id from talks t join events e on e.id = t.event_id
      where e.is_public and (select count(*) from talk_comments c where c.talk_id = t.id) >= $1 order by t.id limit $2`,
    [RECORDS_PER_PAGE, PAGES],
  );
  const ids = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id);
  return { events: ids(events), talks: ids(talks) };
}
