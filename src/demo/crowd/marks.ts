import type { ClientBase } from 'pg';
import { insertRows } from '../../core/bulk/insert-rows.js';
import type { TableRow } from '../../core/bulk/tables.js';
import type { CrowdEvent } from './events.js';
import type { CrowdSetting } from './setting.js';
import { DAY } from './setting.js';
import { share, skewedWeights, strideThrough } from './shares.js';
import type { CrowdTalk } from './talks.js';
import type { CrowdMember } from './users.js';

const ATTENDEES_PER_EVENT = 10;
const EVENTS_PER_ATTENDEE = 20;
const STARS_PER_TALK = 1;

interface Marked {
  readonly events: readonly CrowdEvent[];
  readonly talks: readonly CrowdTalk[];
  readonly users: readonly CrowdMember[];
}

/** Inserts attendance and stars with a skewed distribution: a few popular records, many unpopular ones. */
export async function insertMarks(
  client: ClientBase,
  { events, talks, users }: Marked,
  setting: CrowdSetting,
): Promise<void> {
  const { random, now } = setting;
  const tickets = Math.min(events.length * ATTENDEES_PER_EVENT, users.length * EVENTS_PER_ATTENDEE);
  const attendance = share(tickets, skewedWeights(events.length, random));
  const stars = share(talks.length * STARS_PER_TALK, skewedWeights(talks.length, random));
  function* attendees(): Generator<TableRow<'event_attendees'>, void> {
    for (const [place, { id, mornings }] of events.entries()) {
      const created_at = new Date(Math.min(mornings[0] ?? now, now) - DAY).toISOString();
      for (const user of strideThrough(users, attendance[place] ?? 0, random))
        yield { event_id: id, user_id: user.id, created_at };
    }
  }
  function* starred(): Generator<TableRow<'talk_stars'>, void> {
    for (const [place, { id, eventId, endsAt }] of talks.entries()) {
      const created_at = new Date(Math.min(endsAt, now) - DAY).toISOString();
      for (const user of strideThrough(users, stars[place] ?? 0, random)) {
        yield { event_id: eventId, talk_id: id, user_id: user.id, created_at };
      }
    }
  }
  setting.written(0, 'attendees');
  await insertRows(client, 'event_attendees', attendees());
  setting.written(0, 'stars');
  await insertRows(client, 'talk_stars', starred());
}
