import { DateTime } from 'luxon';
import type { ClientBase } from 'pg';
import { hashPassword } from '../../adapters/passwords/passwords.js';
import { insertRows, reserveIds } from '../../core/bulk/insert-rows.js';
import { people } from '../data/index.js';
import type { Conference, DemoTalk } from '../data/schema.js';
import { isDemoAccount } from '../data/accounts.js';
import type { Random } from '../seed/seed.js';

const DAY = 86_400_000;
const ADMINISTRATOR = 'admin';

/** A demo user as stored. */
export interface CastMember {
  readonly id: number;
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
}

/** All demo users, by username. `named` throws for an unknown name. */
export interface Cast {
  readonly members: readonly CastMember[];
  readonly named: (username: string) => CastMember;
}

/** Inserts the demo users; only the demo accounts get a password. */
export async function insertCast(
  client: ClientBase,
  { now, password, random }: { now: Date; password: (username: string) => string; random: Random },
): Promise<Cast> {
  const ids = await reserveIds(client, 'users', people.length);
  // Hash before generating the rows: random numbers must be drawn in a deterministic order.
  const hashes = await Promise.all(
    people.map(({ username }) => (isDemoAccount(username) ? hashPassword(password(username)) : Promise.resolve(null))),
  );
  const rows = people.map(({ username, fullName, biography, twitter, isTrusted }, index) => ({
    id: ids[index]!,
    username,
    full_name: fullName,
    email: `${username}@example.${index % 2 === 0 ? 'org' : 'net'}`,
    password_hash: hashes[index] ?? null,
    biography,
    twitter_username: twitter,
    is_verified: true,
    is_admin: username === ADMINISTRATOR,
    is_trusted: isTrusted,
    created_at: new Date(now.getTime() - random.between(400, 1_500) * DAY).toISOString(),
  }));
  await insertRows(client, 'users', rows);
  const members = rows.map(({ id, username, full_name: fullName, email }) => ({ id, username, fullName, email }));
  const byName = new Map(members.map((member) => [member.username, member]));
  return {
    members,
    named(username) {
      const member = byName.get(username);
      if (!member) throw new Error(`No demo user "${username}": add one to people.ts.`);
      return member;
    },
  };
}

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
