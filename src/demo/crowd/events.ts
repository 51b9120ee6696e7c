import { DateTime } from 'luxon';
import type { ClientBase } from 'pg';
import { eventSlugCandidates } from '../../core/common/slug.js';
import { insertRows } from '../../core/bulk/insert-rows.js';
import { withLocalTimes } from '../../core/date/local-times.js';
import type { StoredImage } from '../../database/entities/event.entity.js';
import type { NewRow } from '../../database/insert-batch.js';
import { type CrowdSetting, DAY, strideThrough, paragraph, phrase } from './setting.js';
import type { CrowdMember } from './users.js';
import { crowd } from '../data/index.js';

const { cities, eventNames, tagNames } = crowd;

const YEARS_EACH_WAY = 4;
const DOORS = 9;
const LAST_CALL = 18;
const SHARED_PICTURES = 12;

/** A generated event, as its talks, comments and attendance need it. */
export interface CrowdEvent {
  readonly id: number;
  /** 09:00 local time on each of its days, in milliseconds since 1970. */
  readonly mornings: readonly number[];
  readonly timeZone: string;
  readonly hosts: readonly CrowdMember[];
}

/** Inserts events spread over eight years around now, with one or two hosts each. */
export async function insertEvents(
  client: ClientBase,
  ids: readonly number[],
  users: readonly CrowdMember[],
  setting: CrowdSetting,
): Promise<CrowdEvent[]> {
  const { random, now } = setting;
  const events: CrowdEvent[] = [];
  const dayOf = days(now);
  function* rows(): Generator<NewRow<'events'>, void> {
    for (const id of ids) {
      const [city, timeZone] = random.pick(cities);
      const offset = random.between(-YEARS_EACH_WAY * 365, YEARS_EACH_WAY * 365);
      const length = random.between(1, 4);
      const own = Array.from({ length }, (_, day) => dayOf(timeZone, offset + day));
      const hosts = strideThrough(users, random.between(1, 2), random);
      events.push({ id, mornings: own.map(({ morning }) => morning.toMillis()), timeZone, hosts });
      const [first, last] = [own[0]!.morning, own.at(-1)!.evening];
      yield eventRow({ id, city, timeZone, first, last, host: hosts[0]! }, setting);
    }
  }
  await insertRows(client, 'events', rows(), (count) => setting.written(count, 'events'));
  setting.written(0, 'hosts');
  const created_at = new Date(now).toISOString();
  await insertRows(
    client,
    'event_hosts',
    events.flatMap(({ id, hosts }) => hosts.map((host) => ({ event_id: id, user_id: host.id, created_at }))),
  );
  return events;
}

interface Day {
  readonly morning: DateTime;
  readonly evening: DateTime;
}

/** Memoizes the days of each zone by distance from now: many events share one, and the time zone arithmetic is slow. */
function days(now: number): (timeZone: string, offset: number) => Day {
  const known = new Map<string, Day>();
  return (timeZone, offset) => {
    const key = `${timeZone} ${offset}`;
    let day = known.get(key);
    if (!day) {
      const begin = DateTime.fromMillis(now, { zone: timeZone }).plus({ days: offset }).startOf('day');
      known.set(key, (day = { morning: begin.set({ hour: DOORS }), evening: begin.set({ hour: LAST_CALL }) }));
    }
    return day;
  };
}

interface EventPlace {
  readonly id: number;
  readonly city: string;
  readonly timeZone: string;
  readonly first: DateTime;
  readonly last: DateTime;
  readonly host: CrowdMember;
}

function eventRow(
  { id, city, timeZone, first, last, host }: EventPlace,
  { random, names, now }: CrowdSetting,
): NewRow<'events'> {
  const name = phrase(random.pick(eventNames), random, city);
  const starts = first.toMillis();
  const submitted = Math.min(now - DAY, starts - random.between(60, 300) * DAY);
  const status = random.chance(0.97) ? 'APPROVED' : random.pick(['PENDING', 'REJECTED'] as const);
  const hasCall = starts > now && random.chance(0.3);
  return withLocalTimes({
    id,
    name,
    slug: names.takeEventSlug(eventSlugCandidates(name, first, random.next)),
    description: paragraph(random),
    location: city,
    starts_at: new Date(starts).toISOString(),
    ends_at: last.toJSDate().toISOString(),
    time_zone: timeZone,
    stub: null,
    href: random.chance(0.8) ? `https://example.org/events/${id}` : null,
    icon: null,
    hashtag: random.chance(0.4) ? `#event${id}` : null,
    latitude: null,
    longitude: null,
    contact_name: host.fullName,
    contact_email: null,
    cfp_starts_at: hasCall ? new Date(submitted).toISOString() : null,
    cfp_ends_at: hasCall ? new Date(starts - 40 * DAY).toISOString() : null,
    cfp_url: hasCall ? `https://example.org/events/${id}/call` : null,
    status,
    is_private: random.chance(0.01),
    reviewer_id: null,
    reviewed_at: status === 'PENDING' ? null : new Date(submitted + DAY / 2).toISOString(),
    rejection_reason: status === 'REJECTED' ? 'Not a conference.' : null,
    tags: random.sample(tagNames, random.between(1, 4)),
    images: random.chance(0.6) ? sharedPicture(random.between(1, SHARED_PICTURES)) : [],
    created_at: new Date(submitted).toISOString(),
  });
}

/** The pictures are linked by URL, not stored in the image store. */
function sharedPicture(number: number): readonly StoredImage[] {
  const location = (form: string): string => `https://example.org/pictures/crowd-${number}-${form}.png`;
  return [
    { kind: 'ORIGINAL', location: location('orig'), width: 480, height: 480 },
    { kind: 'SMALL', location: location('small'), width: 140, height: 140 },
  ];
}
