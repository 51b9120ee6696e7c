import type { ClientBase } from 'pg';
import { eventSlugCandidates } from '../../core/common/slug.js';
import type { Conference } from '../data/schema.js';
import { conferences } from '../data/index.js';
import type { DrawnImage } from '../images/event-image.js';
import { drawEventImage } from '../images/event-image.js';
import { insertRows, reserveIds } from '../../core/bulk/insert-rows.js';
import { withLocalTimes } from '../../core/date/local-times.js';
import type { NamesInUse, Random } from '../seed/seed.js';
import type { NewRow } from '../../database/insert-batch.js';
import { type Cast, type Schedule, scheduleOf, type PlacedEvent, iso } from './cast.js';

const DAY = 86_400_000;
const SUBMITTED_BEFORE_START = 150 * DAY;

interface Setting {
  readonly now: Date;
  readonly cast: Cast;
  readonly names: NamesInUse;
  readonly random: Random;
}

/** Inserts the conferences with their hosts and tracks; returns the drawn pictures for the caller to write. */
export async function insertEvents(
  client: ClientBase,
  setting: Setting,
): Promise<{ events: PlacedEvent[]; images: DrawnImage[] }> {
  const eventIds = await reserveIds(client, 'events', conferences.length);
  const images = await Promise.all(eventIds.map((id, place) => drawEventImage(id, place)));
  const events: PlacedEvent[] = [];
  const rows: NewRow<'events'>[] = [];
  for (const [place, conference] of conferences.entries()) {
    const id = eventIds[place]!;
    const schedule = scheduleOf(conference, setting.now);
    const trackIds = await reserveIds(client, 'tracks', conference.tracks?.length ?? 0);
    events.push({
      id,
      conference,
      schedule,
      hosts: conference.hosts.map((username) => setting.cast.named(username)),
      trackIds: new Map(conference.tracks?.map(({ name }, index) => [name, trackIds[index]!])),
      isPublic: conference.status === undefined && !conference.isPrivate,
    });
    rows.push(eventRow(conference, schedule, id, images[place]!, place, setting));
  }
  await insertRows(client, 'events', rows);
  await insertRows(
    client,
    'event_hosts',
    events.flatMap(({ id, hosts }, place) =>
      hosts.map((host) => ({ event_id: id, user_id: host.id, created_at: rows[place]!.created_at })),
    ),
  );
  await insertRows(
    client,
    'tracks',
    events.flatMap(({ id, conference, trackIds }) =>
      (conference.tracks ?? []).map((track) => ({ ...track, id: trackIds.get(track.name)!, event_id: id })),
    ),
  );
  return { events, images };
}

function eventRow(
  conference: Conference,
  schedule: Schedule,
  id: number,
  image: DrawnImage,
  place: number,
  { now, cast, names, random }: Setting,
): NewRow<'events'> {
  const { startsAt, endsAt, dayFromNow } = schedule;
  const name = conference.name.replace('{year}', startsAt.toFormat('yyyy'));
  const contact = cast.named(conference.hosts[0] ?? '');
  const submitted = Math.min(startsAt.toMillis() - SUBMITTED_BEFORE_START, now.getTime() - (30 - place) * DAY);
  const isReviewed = conference.status !== 'PENDING';
  const { cfp } = conference;
  return withLocalTimes({
    id,
    name,
    slug: names.takeEventSlug(eventSlugCandidates(name, startsAt, random.next)),
    description: conference.description,
    location: conference.location,
    starts_at: iso(startsAt),
    ends_at: iso(endsAt),
    time_zone: conference.timeZone,
    stub: conference.stub ?? null,
    href: conference.href ?? null,
    icon: image.stored[1].location,
    hashtag: conference.hashtag ?? null,
    latitude: conference.coordinates?.[0] ?? null,
    longitude: conference.coordinates?.[1] ?? null,
    contact_name: contact.fullName,
    contact_email: contact.email,
    cfp_starts_at: cfp ? iso(dayFromNow(cfp.opensInDays)) : null,
    cfp_ends_at: cfp ? iso(dayFromNow(cfp.closesInDays).endOf('day')) : null,
    cfp_url: cfp?.url ?? null,
    status: conference.status ?? 'APPROVED',
    is_private: conference.isPrivate ?? false,
    reviewer_id: isReviewed ? cast.named('admin').id : null,
    reviewed_at: isReviewed ? iso(submitted + DAY) : null,
    rejection_reason: conference.rejectionReason ?? null,
    tags: conference.tags,
    images: image.stored,
    created_at: iso(submitted),
  });
}
