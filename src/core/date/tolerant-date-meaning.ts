import { DateTime, FixedOffsetZone } from 'luxon';
import { instantShownAs } from './wall-clock.js';
import type { DatePart } from './tolerant-date-parts.js';

/**
 * Resolves a parsed date to an instant. Adds days, weeks, months and years on the calendar of the zone, and hours and
 * smaller units as elapsed time, regardless of daylight saving time.
 *
 * @param defaultZone IANA name of the zone used if the date has neither an offset nor a zone
 * @param now seconds since 1970
 * @returns seconds since 1970; null if the parts are contradictory or incomplete
 */
export function instantOf(said: DatePart, defaultZone: string, now: number): number | null {
  const zone = said.zone ?? defaultZone;
  const here = said.offset === undefined ? zone : FixedOffsetZone.instance(said.offset);
  const local = DateTime.fromSeconds(now, { zone: here });
  const today = DateTime.utc(local.year, local.month, local.day);
  const day = dayOf(said, today);
  if (day === null) return null;
  const clock = local.hour * 3600 + local.minute * 60 + local.second;
  const saysNoTime = said.time === undefined && !said.date && !said.midnight;
  const time = saysNoTime ? clock : (said.time ?? 0);
  const shown = day.plus({ days: said.days ?? 0 }).toSeconds() + time;
  return instantShown() + (said.seconds ?? 0);

  function instantShown(): number {
    if (said.offset !== undefined) return shown - said.offset * 60;
    // In the hour that the clocks repeat, `now` means now, not an hour ago.
    if (saysNoTime && shown === today.toSeconds() + clock) return Math.floor(now);
    return instantShownAs(shown, zone);
  }
}

/** Returns the day before relative days are added, as midnight in UTC. */
function dayOf(said: DatePart, today: DateTime): DateTime | null {
  const { year = today.year, month, day } = said.date ?? { month: today.month, day: today.day };
  const firstOfMonth = DateTime.utc(year, 1, 1).plus({ months: month - 1 });
  if (said.edge || said.nth) return withinMonth(said, monthsLater(firstOfMonth, said));
  // The name of a month alone is not a date.
  if (day === undefined) return null;
  const named = firstOfMonth.plus({ days: day - 1 });
  const chosen = named.plus({ days: daysToWeekday(said, named.weekday) });
  const plainWeekday = said.weekday !== undefined && !said.side && !said.week;
  // "Friday, 3 March 2015" was a Tuesday: reject it, because either part may be wrong.
  if (said.date && plainWeekday && !chosen.equals(named)) return null;
  // As in PHP, one month after 31 January is 3 March; Luxon would return 28 February.
  return monthsLater(chosen.startOf('month'), said).plus({ days: chosen.day - 1 });
}

function monthsLater(first: DateTime, { years = 0, months = 0 }: DatePart): DateTime {
  return first.plus({ years, months });
}

/** The first day, the last day or the nth weekday of a month. */
function withinMonth({ edge, nth = 1, weekday }: DatePart, first: DateTime): DateTime | null {
  if (edge && weekday !== undefined) return null;
  if (edge) return edge === 'first' ? first : first.plus({ months: 1 }).minus({ days: 1 });
  const from = nth > 0 ? first : first.plus({ months: 1 });
  const weeks = nth > 0 ? nth - 1 : nth;
  return from.plus({ weeks, days: ((weekday ?? 1) - from.weekday + 7) % 7 });
}

/** @param from 1 is Monday, 7 is Sunday */
function daysToWeekday({ weekday, side, week }: DatePart, from: number): number {
  // `next week` alone means its Monday, as in PHP.
  if (week) return (weekday ?? 1) - from;
  if (weekday === undefined) return 0;
  const ahead = (weekday - from + 7) % 7;
  if (side === 'before') return ahead - 7;
  return side === 'after' && ahead === 0 ? 7 : ahead;
}
