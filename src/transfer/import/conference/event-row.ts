import { DateTime } from 'luxon';
import { randomBytes } from 'node:crypto';
import type { NewRow } from '../../../database/insert-batch.js';
import { validateTags } from '../../../core/event/event-fields.js';
import { eventSlugCandidates, slugOf } from '../../../core/common/slug.js';
import { Validation } from '../../../core/common/validation.js';
import { importedZone } from '../imported-zone.js';
import { address, degree, verbatimOrNull, type Texts } from '../values.js';
import type { Mark } from '../report.js';
import type { EventRecord } from './wire.js';

const MAX_TAGS = 50;

/** The row of the event, without slug, stub and picture. */
export function eventRow(event: EventRecord, id: number, { text }: Texts, now: Date, mark: Mark) {
  const given = text(event.name, mark, 200);
  const name = given.trim() === '' ? 'Untitled' : given;
  if (name !== given) mark.repair('an event without a name was named Untitled');
  const isReversed = event.endsAt < event.startsAt;
  if (isReversed) mark.repair('an end before the start was set to the start');
  return {
    id,
    name,
    description: text(event.description, mark),
    location: text(event.location, mark),
    starts_at: event.startsAt,
    ends_at: isReversed ? event.startsAt : event.endsAt,
    time_zone: importedZone([event.continent, event.place], mark),
    href: address(event.href, mark, 600),
    hashtag: verbatimOrNull(event.hashtag, mark, 100),
    latitude: degree(event.latitude, 90, mark),
    longitude: degree(event.longitude, 180, mark),
    contact_name: text(event.contactName, mark, 200) || null,
    contact_email: null,
    cfp_starts_at: event.cfpStartsAt,
    cfp_ends_at: event.cfpEndsAt,
    cfp_url: address(event.cfpUrl, mark, 200),
    status: 'APPROVED',
    is_private: false,
    reviewer_id: null,
    reviewed_at: now.toISOString(),
    rejection_reason: null,
    tags: tagsOf(event.tags, text, mark),
    created_at: now.toISOString(),
  } satisfies Partial<NewRow<'events'>>;
}

/** Slug candidates for an event that cannot keep its own, best first (contract §4.1). */
export function* slugCandidates({
  name,
  starts_at: startsAt,
  time_zone: zone,
}: ReturnType<typeof eventRow>): Generator<string> {
  yield* eventSlugCandidates(name, DateTime.fromISO(startsAt, { zone }));
  while (true) yield `${slugOf(name)}-${randomBytes(4).toString('hex')}`;
}

/** Whether a name is usable as a path segment unchanged. */
export function isAddressable(name: string | null): name is string {
  // Dot segments resolve to other paths.
  return name !== null && /^(?!\.{1,2}$)[^\s/?#%\\\p{C}]{1,255}$/u.test(name);
}

function tagsOf(given: readonly string[], text: Texts['text'], mark: Mark): string[] {
  const tags = validateTags(
    new Validation(),
    given.slice(0, MAX_TAGS).map((tag) => text(tag, mark, 200)),
  );
  if (tags.length < given.length) mark.repair(`empty tags, duplicates and those beyond ${MAX_TAGS} were dropped`);
  return tags;
}
