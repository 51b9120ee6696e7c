import { ask, type Graph } from './graph.js';
import { ProgrammeOfDayDocument, type ProgrammeOfDayQuery } from './operations.generated.js';

/** Filters of a programme. `starred` requires a token. */
export interface ProgrammeFilter {
  readonly trackId?: string;
  readonly starred?: boolean;
}

/**
 * Returns the programme of one day, and what runs now and next; null if the event does not exist.
 *
 * @param day such as `2026-05-29`, in the time zone of the event
 */
export async function programmeOfDay(
  graph: Graph,
  id: string,
  day: string,
  filter: ProgrammeFilter = {},
): Promise<ProgrammeOfDayQuery['event']> {
  const { event } = await ask(graph, ProgrammeOfDayDocument, { id, from: day, until: `${day} +1 day`, ...filter });
  return event;
}
