import { localMidnight, nextLocalMidnight } from '../date/local-time.js';

const DAY = 24 * 60 * 60;

/** When an event takes place, in seconds since 1970, and the zone of its days. */
export interface EventPeriod {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly timeZone: string;
}

/** The days of an event, from the first until `end`, in seconds since 1970. */
export interface EventDays {
  readonly begin: number;
  readonly end: number;
}

/**
 * When the talks of an event may start: on its whole first and last day in its zone, and, as in v2.1, less than 24 hours
 * after its end (decisions no. 49).
 */
export const eventDays = ({ startsAt, endsAt, timeZone }: EventPeriod): EventDays => ({
  begin: localMidnight(startsAt, timeZone),
  end: Math.max(nextLocalMidnight(endsAt, timeZone), endsAt + DAY),
});
