import { localTimeOf, nextLocalMidnight, ZONE_RULES } from './local-time.js';

type Time = Date | string;
/** In seconds since 1970. */
const secondsOf = (time: Time): number => new Date(time).getTime() / 1000;

const localOrNull = (time: Time | null, zone: string): string | null =>
  time === null ? null : localTimeOf(secondsOf(time), zone);

/** What is stored beside the start of a talk. @param zone that of its event */
export const localStart = (startsAt: Time, zone: string) => ({
  startsLocal: localOrNull(startsAt, zone),
  zoneRules: ZONE_RULES,
});

/** The times of an event; undefined: not written. */
interface EventTimes {
  readonly startsAt?: Time | null | undefined;
  readonly endsAt?: Time | null | undefined;
  readonly cfpStartsAt?: Time | null | undefined;
  readonly cfpEndsAt?: Time | null | undefined;
}

/** When a call for papers closes: at the end of its last day in the zone (decisions no. 41). */
export const callClosesAt = (cfpEndsAt: Time | null, zone: string): Date | null =>
  cfpEndsAt === null ? null : new Date(nextLocalMidnight(secondsOf(cfpEndsAt), zone) * 1000);

/** What is stored beside the times of an event, except the version of the rules. */
export const localTimesOfEvent = ({ startsAt, endsAt, cfpStartsAt, cfpEndsAt }: EventTimes, zone: string) => ({
  ...(startsAt !== undefined && { startsLocal: localOrNull(startsAt, zone) }),
  ...(endsAt !== undefined && { endsLocal: localOrNull(endsAt, zone) }),
  ...(cfpStartsAt !== undefined && { cfpStartsLocal: localOrNull(cfpStartsAt, zone) }),
  ...(cfpEndsAt !== undefined && {
    cfpEndsLocal: localOrNull(cfpEndsAt, zone),
    cfpClosesAt: callClosesAt(cfpEndsAt, zone),
  }),
});

/** The times of a row of `events` to insert. */
interface EventRowTimes {
  readonly starts_at: Time;
  readonly ends_at: Time;
  readonly cfp_starts_at?: Time | null;
  readonly cfp_ends_at?: Time | null;
  readonly time_zone: string;
}

/** Adds to a new row of `events` what is stored beside its times. */
export const withLocalTimes = <Row extends EventRowTimes>(row: Row) => ({
  ...row,
  starts_local: localOrNull(row.starts_at, row.time_zone),
  ends_local: localOrNull(row.ends_at, row.time_zone),
  cfp_starts_local: localOrNull(row.cfp_starts_at ?? null, row.time_zone),
  cfp_ends_local: localOrNull(row.cfp_ends_at ?? null, row.time_zone),
  cfp_closes_at: callClosesAt(row.cfp_ends_at ?? null, row.time_zone)?.toISOString() ?? null,
  zone_rules: ZONE_RULES,
});

/** Adds to a new row of `talks` what is stored beside its start. @param zone that of its event */
export const withLocalStart = <Row extends { readonly starts_at: Time }>(row: Row, zone: string) => ({
  ...row,
  starts_local: localOrNull(row.starts_at, zone),
  zone_rules: ZONE_RULES,
});
