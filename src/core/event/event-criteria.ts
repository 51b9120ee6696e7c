import type { EventCriteria, EventFilter } from '../reads/event-filters.js';
import { requireAdminForPendingEvents, type Viewer } from '../rules.js';
import { boundDate } from '../date/date-input.js';
import { Validation } from '../common/validation.js';

/** Maximum length of an event name (contract §5): no longer text can match. */
const MAX_TITLE_LENGTH = 200;
/** Limits the cost of a search: each tag makes it slower, and no realistic search needs more. */
const MAX_TAGS = 50;

/** Arguments of the event collection. Dates are free-form text, parsed in UTC. */
export interface EventListArguments {
  readonly filter?: EventFilter | null;
  readonly title?: string | null;
  readonly stub?: string | null;
  readonly tags?: readonly string[] | null;
  readonly from?: string | null;
  readonly until?: string | null;
}

/**
 * Validates the arguments and returns the criteria of the query.
 *
 * @throws DomainError INVALID for a text that is too long, too many tags or an unreadable date; UNAUTHENTICATED or
 *   FORBIDDEN if a caller other than a site administrator requests pending events
 */
export function criteriaOf(args: EventListArguments, viewer: Viewer | null, now: number): EventCriteria {
  const { filter, title, stub, tags, from, until } = args;
  if (filter === 'PENDING') requireAdminForPendingEvents(viewer);
  const validation = new Validation();
  for (const [field, texts] of Object.entries({ title: [title], stub: [stub], tags: tags ?? [] })) {
    const isTooLong = texts.some((text) => (text ?? '').length > MAX_TITLE_LENGTH);
    if (isTooLong) validation.add('TEXT_TOO_LONG', field, MAX_TITLE_LENGTH);
  }
  const wanted = wantedTags(tags ?? []);
  const isTooMany = (tags ?? []).length > MAX_TAGS || wanted.filter((tag) => !tag.includes(',')).length > MAX_TAGS;
  if (isTooMany) validation.add('TOO_MANY_TAGS', 'tags', MAX_TAGS);
  const dates = { zone: 'UTC', now };
  const criteria = {
    filter: filter ?? undefined,
    title: title || undefined,
    stub: stub ?? undefined,
    tags: wanted.length > 0 ? wanted : undefined,
    from: boundDate(validation, 'from', from, dates),
    until: boundDate(validation, 'until', until, dates),
  };
  validation.throwIfInvalid();
  return criteria;
}

/** Commas separate tags; the whole text finds tags with a comma, which imported events may have. */
function wantedTags(tags: readonly string[]): string[] {
  const partsOf = (text: string) => (text.includes(',') ? text.split(',').filter((tag) => tag.trim() !== '') : []);
  return [...new Set(tags.flatMap((text) => [text, ...partsOf(text)]).map((tag) => tag.trim().toLowerCase()))];
}
