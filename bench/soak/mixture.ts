import { print } from 'graphql';
import { operations } from '../operations.js';
import type { WriteDatabase } from '../writes/write-database.js';

/** One request of the mixed load. */
export interface SoakRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly token?: string;
  readonly tag?: string;
  readonly body?: string;
}

/** Kinds of requests and their shares in percent. */
export const shares = {
  'cached reads': 55,
  'conditional reads': 15,
  'reads of changing records': 8,
  'authenticated reads': 8,
  'GraphQL queries': 5,
  comments: 5,
  stars: 4,
} as const;
export type Kind = keyof typeof shares;
export const kinds = Object.keys(shares) as Kind[];

export interface Mixture {
  /** The next request of a kind. */
  readonly next: (kind: Kind) => SoakRequest;
  /** Paths of cacheable reads, requested once in advance to learn their entity tags. */
  readonly kept: readonly string[];
  readonly tags: Map<string, string>;
}

const KEPT_EVENTS = 10;
const pages = (event: string): string[] => [
  `/v2.1/events/${event}?verbose=yes`,
  `/v2.1/events/${event}/talks?resultsperpage=50`,
  `/v2.1/events/${event}/tracks`,
];

/** Partitions the events: some are read only, like those of past years, and the others also written. */
export async function openMixture({ client, tokens, talks }: WriteDatabase): Promise<Mixture> {
  const { rows } = await client.query<{ id: string; event_id: string }>(
    'select id, event_id from talks where id = any($1) order by event_id, id',
    [talks],
  );
  const events = [...new Set(rows.map((row) => row.event_id))];
  const quiet = new Set(events.slice(0, KEPT_EVENTS));
  const written = rows.filter((row) => !quiet.has(row.event_id)).map(({ id }) => id);
  const kept = [...quiet].flatMap(pages);
  const tags = new Map<string, string>();
  const turns = new Map<Kind, number>();
  const of = <Value>(list: readonly Value[], turn: number): Value => list[turn % list.length]!;
  const [, programme] = operations;
  const query = print(programme.document);

  const make: Record<Kind, (turn: number) => SoakRequest> = {
    'cached reads': (turn) => ({ method: 'GET', path: of(kept, turn) }),
    'conditional reads': (turn) => ({ method: 'GET', path: of(kept, turn), tag: tags.get(of(kept, turn)) ?? '' }),
    'reads of changing records': (turn) => ({
      method: 'GET',
      path: of([`/v2.1/talks/${of(written, turn)}/comments`, '/v2.1/events?filter=past', '/v2.1/events'], turn),
    }),
    'authenticated reads': (turn) => ({ method: 'GET', path: of(kept, turn), token: of(tokens, turn) }),
    'GraphQL queries': (turn) => ({
      method: 'POST',
      path: '/graphql',
      body: JSON.stringify({ query, variables: { id: of(events, turn), offset: 0, limit: 20, verbose: false } }),
    }),
    comments: (turn) => ({
      method: 'POST',
      path: `/v2.1/talks/${of(written, turn)}/comments`,
      token: of(tokens, Math.floor(turn / 7)),
      body: JSON.stringify({ comment: `The comment with number ${turn}`, rating: 1 + (turn % 5) }),
    }),
    // Alternates between star and unstar, so that the number of stars stays constant.
    stars: (turn) => ({
      method: turn % 2 === 0 ? 'POST' : 'DELETE',
      path: `/v2.1/talks/${of(written, turn >> 1)}/starred`,
      token: of(tokens, turn >> 1),
    }),
  };
  return {
    kept,
    tags,
    next(kind) {
      const turn = turns.get(kind) ?? 0;
      turns.set(kind, turn + 1);
      return make[kind](turn);
    },
  };
}

/** Draws a kind at random, weighted by its share. */
export function draw(): Kind {
  let left = Math.random() * 100;
  return kinds.find((kind) => (left -= shares[kind]) < 0) ?? 'cached reads';
}
