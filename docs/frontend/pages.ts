import { ask, type Graph } from './graph.js';
import { UpcomingEventsDocument, type UpcomingEventsQuery } from './operations.generated.js';

type UpcomingEvent = UpcomingEventsQuery['events']['nodes'][number];

/** Yields all upcoming events, soonest first. Requests a page lazily, after the previous one is consumed. */
export async function* upcomingEvents(graph: Graph, first = 20): AsyncGenerator<UpcomingEvent> {
  let after: string | null = null;
  do {
    const { events }: UpcomingEventsQuery = await ask(graph, UpcomingEventsDocument, { first, after });
    yield* events.nodes;
    after = events.pageInfo.hasNextPage ? events.pageInfo.endCursor : null;
  } while (after !== null);
}
