import type { ClientBase } from 'pg';
import { insertRows } from '../../core/bulk/insert-rows.js';
import type { NewRow } from '../../database/insert-batch.js';
import type { Random } from '../seed/seed.js';
import { type Cast, type CastMember, type PlacedEvent, type PlacedTalk, iso } from './cast.js';

const DAY = 86_400_000;
/** The demo account `attendee` attends every event with at least this share of attendees. */
const WORTH_ATTENDING = 0.3;

/** Maps an event's ID to its attendees. */
export type Attendance = ReadonlyMap<number, readonly CastMember[]>;

/** Inserts attendance: hosts and speakers always attend, others according to the event's draw. */
export async function insertAttendance(
  client: ClientBase,
  { events, talks, cast, random, now }: Participation,
): Promise<Attendance> {
  const attendance = new Map<number, readonly CastMember[]>();
  const rows: NewRow<'event_attendees'>[] = [];
  for (const { id, conference, schedule, hosts, isPublic } of events) {
    if (!isPublic) continue;
    const speaking = talks.flatMap(({ event, speakers }) =>
      event.id === id ? speakers.map(({ member }) => member) : [],
    );
    const attends = (member: CastMember): boolean =>
      random.chance(conference.draw) ||
      hosts.includes(member) ||
      speaking.includes(member) ||
      (member.username === 'attendee' && conference.draw >= WORTH_ATTENDING);
    const present = cast.members.filter(attends);
    attendance.set(id, present);
    const latest = Math.min(schedule.startsAt.toMillis(), now.getTime());
    rows.push(
      ...present.map((member) => ({
        event_id: id,
        user_id: member.id,
        created_at: iso(latest - random.between(1, 25) * DAY),
      })),
    );
  }
  await insertRows(client, 'event_attendees', rows);
  return attendance;
}

/** Inserts stars; the demo account `attendee` stars twice as often. */
export async function insertStars(
  client: ClientBase,
  attendance: Attendance,
  { talks, random, now }: Participation,
): Promise<void> {
  const rows = talks.flatMap(({ id, talk, event, startsAt }) => {
    const appeal = talk.kind === 'EVENT_RELATED' ? 0.02 : talk.kind === 'KEYNOTE' ? 0.3 : 0.05 + random.next() * 0.25;
    const fans = (attendance.get(event.id) ?? []).filter(({ username }) =>
      random.chance(username === 'attendee' ? 2 * appeal : appeal),
    );
    const latest = Math.min(startsAt.toMillis(), now.getTime());
    return fans.map((fan) => ({
      event_id: event.id,
      talk_id: id,
      user_id: fan.id,
      created_at: iso(latest - random.between(1, 20) * DAY),
    }));
  });
  await insertRows(client, 'talk_stars', rows);
}

interface Participation {
  readonly events: readonly PlacedEvent[];
  readonly talks: readonly PlacedTalk[];
  readonly cast: Cast;
  readonly random: Random;
  readonly now: Date;
}
