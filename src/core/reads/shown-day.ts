import { sql, type RawBuilder } from 'kysely';
import { localMidnight } from '../date/local-time.js';

/**
 * The zone of the days of the event `e`, while it hides all names: not its current one, by which a host could find the
 * hour of a comment (migration 20261219-days-of-hidden-names).
 */
export const zoneOfDays = sql<string>`coalesce(e.day_zone, e.time_zone)`;

/**
 * The day is all that readers learn of the time of a comment while its event `e` hides all names: the zone in which times
 * are rounded down to it, else null. PostgreSQL does not know the zone (migration 20261210-local-times).
 *
 * @param kind of the change
 */
export const dayZone = (kind: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`
  case when e.feedback_names = 'HIDDEN' and ${kind} like '%comment.%' then ${zoneOfDays} end`;

/** The zone of the day to which the time of the row `l` of the log is rounded down, if it is. */
export const dayZoneOfRow = dayZone(sql`l.kind`);

/** A time that is shown, in seconds since 1970. @param dayIn as of `dayZone` */
export const shownDay = (seconds: number, dayIn: string | null): number =>
  dayIn === null ? seconds : localMidnight(seconds, dayIn);
