import { print, type DocumentNode } from 'graphql';
import type { Client } from 'pg';
import { EventCollectionDocument, EventTalksDocument } from '../rest-facade/operations/documents.generated.js';
import type { BenchRequest } from './driver.js';

/** What is read: the same pages by both doors, in the same order. */
export interface Read {
  readonly name: 'R1' | 'R2';
  readonly about: string;
  readonly rest: readonly BenchRequest[];
  readonly graph: readonly BenchRequest[];
}

const PAGES = 20;
const EVENTS_PER_PAGE = 20;
const TALKS_PER_PAGE = 50;

const get = (path: string): BenchRequest => ({ method: 'GET', path });

/** `/graphql` with the selections that the facade makes for the same page. */
function operation(document: DocumentNode): (variables: object) => BenchRequest {
  const query = print(document);
  return (variables) => ({ method: 'POST', path: '/graphql', body: JSON.stringify({ query, variables }) });
}

/** R1 and R2 of `design/performance.md`, each on up to twenty pages in turn. `client` is connected to the bench's database. */
export async function readsOf(client: Client): Promise<Read[]> {
  const { rows } = await client.query<{ id: string }>(
    'select id from events where is_public and talk_count >= $1 order by starts_at desc, id desc limit $2',
    [TALKS_PER_PAGE, PAGES],
  );
  const total = await client.query<{ count: number }>('select count(*)::int from events where is_public');
  const pages = Math.min(PAGES, Math.floor((total.rows[0]?.count ?? 0) / EVENTS_PER_PAGE));
  const starts = Array.from({ length: pages }, (_, index) => index * EVENTS_PER_PAGE);
  const events = operation(EventCollectionDocument);
  const talks = operation(EventTalksDocument);
  return [
    {
      name: 'R1',
      about: `${EVENTS_PER_PAGE} events with counts, tags, images and links`,
      rest: starts.map((start) => get(`/v2.1/events?resultsperpage=${EVENTS_PER_PAGE}&start=${start}`)),
      graph: starts.map((offset) => events({ offset, limit: EVENTS_PER_PAGE, verbose: false })),
    },
    {
      name: 'R2',
      about: `${TALKS_PER_PAGE} talks of an event with speakers, tracks, rating, counts and links`,
      rest: rows.map(({ id }) => get(`/v2.1/events/${id}/talks?resultsperpage=${TALKS_PER_PAGE}`)),
      graph: rows.map(({ id }) => talks({ id, offset: 0, limit: TALKS_PER_PAGE, verbose: false })),
    },
  ];
}
