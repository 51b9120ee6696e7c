import { localMidnight, nextLocalMidnight } from '../../core/date/local-time.js';
import type { StoredSchedule } from './stored-schedule.js';

const DAY = 24 * 60 * 60;

/** The days of an event, from the first until `end`, in seconds since 1970. */
export interface EventDays {
  readonly begin: number;
  readonly end: number;
}

/**
 * When the talks of an import may start: on the whole first and last day of the event in its zone, and, as in v2.1, less
 * than 24 hours after its end (decisions.md no. 49).
 */
export const eventDays = ({
  startsAt,
  endsAt,
  timeZone,
}: Pick<StoredSchedule, 'startsAt' | 'endsAt' | 'timeZone'>): EventDays => ({
  begin: localMidnight(startsAt, timeZone),
  end: Math.max(nextLocalMidnight(endsAt, timeZone), endsAt + DAY),
});
