import { DateTime } from 'luxon';
import { randomBytes } from 'node:crypto';
import { textArray } from '../../database/insert-batch.js';
import type { TableRow } from '../../database/demo-data/tables.js';
import { checkedTags } from '../../domain/event/event-tags.js';
import { eventSlugCandidates, slugOf } from '../../domain/slug.js';
import { Validation } from '../../domain/validation.js';
import { isTimeZone } from '../../time/zoned.js';
import { address, degree, verbatimOrNull } from '../values.js';
import type { Mark } from '../report.js';
import type { Texts } from './texts.js';
import type { EventRecord } from './wire.js';

const MOST_TAGS = 50;

/** The event as it is stored, but for its names in addresses and its picture. */
export function eventRow(event: EventRecord, id: number, { text }: Texts, now: Date, mark: Mark) {
  const given = text(event.name, mark, 200);
  const name = given.trim() === '' ? 'Untitled' : given;
  if (name !== given) mark.repair('an event without a name is called Untitled');
  const isReversed = event.endsAt < event.startsAt;
  if (isReversed) mark.repair('an event that ends before it begins ends when it begins');
  return {
    id,
    name,
    description: text(event.description, mark),
    location: text(event.location, mark),
    starts_at: event.startsAt,
    ends_at: isReversed ? event.startsAt : event.endsAt,
    time_zone: zoneOf(event, mark),
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
    reviewed_at: null,
    rejection_reason: null,
    tags: textArray(tagsOf(event.tags, text, mark)),
    created_at: now.toISOString(),
  } satisfies Partial<TableRow<'events'>>;
}

/** Which names in addresses the event may take where it cannot keep its own, best first (contract §4.1). */
export function* slugCandidates({
  name,
  starts_at: startsAt,
  time_zone: zone,
}: ReturnType<typeof eventRow>): Generator<string> {
  yield* eventSlugCandidates(name, DateTime.fromISO(startsAt, { zone }));
  while (true) yield `${slugOf(name)}-${randomBytes(4).toString('hex')}`;
}

/** Whether a name may stand in an address as it is. */
export function isAddressable(name: string | null): name is string {
  // Steps of one or two dots lead elsewhere.
  return name !== null && /^(?!\.{1,2}$)[^\s/?#%\\\p{C}]{1,255}$/u.test(name);
}

function zoneOf({ continent, place }: EventRecord, mark: Mark): string {
  const zone = [continent, place].filter((part) => part !== null && part !== '').join('/');
  if (isTimeZone(zone)) return zone;
  mark.repair('its time zone is unknown here: it has UTC');
  return 'UTC';
}

function tagsOf(given: readonly string[], text: Texts['text'], mark: Mark): string[] {
  const tags = checkedTags(
    new Validation(),
    given.slice(0, MOST_TAGS).map((tag) => text(tag, mark, 200)),
  );
  if (tags.length < given.length)
    mark.repair(`empty tags, those given twice and those after ${MOST_TAGS} were left out`);
  return tags;
}
