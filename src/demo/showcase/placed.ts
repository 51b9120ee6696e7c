import { DateTime } from 'luxon';
import type { Conference, DemoTalk } from '../data/schema.js';
import type { CastMember } from './cast.js';

/** A conference with its ID and schedule. */
export interface PlacedEvent {
  readonly id: number;
  readonly conference: Conference;
  readonly schedule: Schedule;
  readonly hosts: readonly CastMember[];
  readonly trackIds: ReadonlyMap<string, number>;
  /** Approved and not private, so it has attendees, stars and comments. */
  readonly isPublic: boolean;
}

export interface PlacedSpeaker {
  readonly id: number;
  readonly displayName: string;
  /** Null if the talk is not claimed under this name. */
  readonly member: CastMember | null;
}

export interface PlacedTalk {
  readonly id: number;
  readonly talk: DemoTalk;
  readonly event: PlacedEvent;
  readonly slug: string;
  readonly startsAt: DateTime<true>;
  readonly minutes: number;
  readonly speakers: readonly PlacedSpeaker[];
}

/** Formats an instant for the database. */
export function iso(instant: DateTime<true> | number): string {
  return new Date(typeof instant === 'number' ? instant : instant.toMillis()).toISOString();
}

const DOORS = 9;
const LAST_CALL = 18;

/** The schedule of an event. */
export interface Schedule {
  /** In the time zone of the event. */
  readonly startsAt: DateTime<true>;
  readonly endsAt: DateTime<true>;
  /** Local midnight of a day, counted from the current day. */
  readonly dayFromNow: (days: number) => DateTime<true>;
  /** Parses `2 09:30-10:15` into the start and the length in minutes. Throws for any other format. */
  readonly slot: (at: string) => { readonly startsAt: DateTime<true>; readonly minutes: number };
}

/** Schedules a conference around `now`, in local time of its zone. Throws for an unknown time zone. */
export function scheduleOf(conference: Conference, now: Date): Schedule {
  const today = DateTime.fromJSDate(now).setZone(conference.timeZone).startOf('day');
  if (!today.isValid) throw new RangeError(`${conference.name} requires an IANA time zone.`);
  const dayFromNow = (days: number): DateTime<true> => today.plus({ days });
  const slot: Schedule['slot'] = (at) => {
    const [, day, hour, minute, endHour, endMinute] = /^(\d) (\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(at)?.map(Number) ?? [];
    if (!day || hour === undefined || minute === undefined || endHour === undefined || endMinute === undefined) {
      throw new RangeError(`Invalid talk hours "${at}": expected a format like "2 09:30-10:15".`);
    }
    const startsAt = dayFromNow(conference.startsInDays + day - 1).set({ hour, minute });
    return { startsAt, minutes: (endHour - hour) * 60 + endMinute - minute };
  };
  const slots = conference.talks.map(({ at }) => slot(at));
  const doors = dayFromNow(conference.startsInDays).set({ hour: DOORS });
  const lastCall = dayFromNow(conference.startsInDays + conference.days - 1).set({ hour: LAST_CALL });
  const startsAt = DateTime.min(doors, ...slots.map((each) => each.startsAt));
  const endsAt = DateTime.max(lastCall, ...slots.map((each) => each.startsAt.plus({ minutes: each.minutes })));
  if (!startsAt?.isValid || !endsAt?.isValid) throw new RangeError(`${conference.name} has no days: add some.`);
  return { startsAt, endsAt, dayFromNow, slot };
}
