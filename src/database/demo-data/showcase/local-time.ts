import { DateTime } from 'luxon';
import type { Conference } from '../conference.js';

const DOORS = 9;
const LAST_CALL = 18;

/** Where an event lies in time. */
export interface Schedule {
  /** In the zone of the event. */
  readonly startsAt: DateTime<true>;
  readonly endsAt: DateTime<true>;
  /** The instant at the local beginning of a day, days counted from the day of the first start. */
  readonly dayFromNow: (days: number) => DateTime<true>;
  /** Reads `2 09:30-10:15`: the start and the length in minutes. Throws when it is not of that form. */
  readonly slot: (at: string) => { readonly startsAt: DateTime<true>; readonly minutes: number };
}

/** Lays out a conference around `now`, in the local hours of its own zone. Throws when there is no such zone. */
export function scheduleOf(conference: Conference, now: Date): Schedule {
  const today = DateTime.fromJSDate(now).setZone(conference.timeZone).startOf('day');
  if (!today.isValid) throw new RangeError(`Give ${conference.name} a time zone of the IANA database.`);
  const dayFromNow = (days: number): DateTime<true> => today.plus({ days });
  const slot: Schedule['slot'] = (at) => {
    const [, day, hour, minute, endHour, endMinute] = /^(\d) (\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(at)?.map(Number) ?? [];
    if (!day || hour === undefined || minute === undefined || endHour === undefined || endMinute === undefined) {
      throw new RangeError(`Write the hours of a talk like "2 09:30-10:15", not "${at}".`);
    }
    const startsAt = dayFromNow(conference.startsInDays + day - 1).set({ hour, minute });
    return { startsAt, minutes: (endHour - hour) * 60 + endMinute - minute };
  };
  const slots = conference.talks.map(({ at }) => slot(at));
  const doors = dayFromNow(conference.startsInDays).set({ hour: DOORS });
  const lastCall = dayFromNow(conference.startsInDays + conference.days - 1).set({ hour: LAST_CALL });
  const startsAt = DateTime.min(doors, ...slots.map((each) => each.startsAt));
  const endsAt = DateTime.max(lastCall, ...slots.map((each) => each.startsAt.plus({ minutes: each.minutes })));
  if (!startsAt?.isValid || !endsAt?.isValid) throw new RangeError(`${conference.name} has no days: give it some.`);
  return { startsAt, endsAt, dayFromNow, slot };
}
