import { fail } from '../../errors.js';
import { containing } from '../../reads/connection.js';
import type { EventCriteria, EventFilter } from '../../reads/event-filters.js';
import { requireAdminForPendingEvents, type Viewer } from '../../rules.js';
import { readDate } from '../date/tolerant-date.js';

/** No name is longer (contract §5), so no longer text can be part of one. */
const MAX_TITLE = 200;
/** Each further tag makes the search slower; nobody looks for so many. */
const MAX_TAGS = 50;

/** What a caller asks of the collection of events. Dates are text as people write it, read in UTC. */
export interface EventQuestion {
  readonly filter?: EventFilter | null;
  readonly title?: string | null;
  readonly stub?: string | null;
  readonly tags?: readonly string[] | null;
  readonly from?: string | null;
  readonly until?: string | null;
}

/**
 * The criteria that answer the question.
 *
 * @throws DomainError INVALID for a title that is too long or a date that cannot be read; UNAUTHENTICATED or FORBIDDEN
 *   when somebody else than a site administrator asks for pending events
 */
export function criteriaOf(question: EventQuestion, viewer: Viewer | null, now: number): EventCriteria {
  const { filter, title, stub, tags, from, until } = question;
  if (filter === 'PENDING') requireAdminForPendingEvents(viewer);
  for (const [field, texts] of Object.entries({ title: [title], stub: [stub], tags: tags ?? [] })) {
    const isTooLong = texts.some((text) => (text ?? '').length > MAX_TITLE);
    if (isTooLong) throw fail('INVALID', 'TEXT_TOO_LONG', field, MAX_TITLE);
  }
  if (tags && tags.length > MAX_TAGS) throw fail('INVALID', 'TOO_MANY_TAGS', 'tags');
  return {
    filter: filter ?? undefined,
    pattern: title ? containing(title) : undefined,
    stub: stub ?? undefined,
    tags: tags?.length ? tags.map((tag) => tag.trim().toLowerCase()) : undefined,
    from: dateOf(from, 'from', now),
    until: dateOf(until, 'until', now),
  };
}

function dateOf(text: string | null | undefined, field: string, now: number): number | undefined {
  if (text == null) return undefined;
  const seconds = readDate(text, 'UTC', now);
  if (seconds === null) throw fail('INVALID', 'DATE_UNREADABLE', field);
  return seconds;
}
