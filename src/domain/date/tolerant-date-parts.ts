/** What one part of a written date says, for instance `3 March`, `9am` or `+1 week`. */
export interface DatePart {
  /** Without a year it is the current one. Without a day it is only good after `first day of` and the like. */
  readonly date?: { readonly year?: number; readonly month: number; readonly day?: number };
  /** Seconds since midnight. */
  readonly time?: number;
  /** Minutes east of Greenwich. */
  readonly offset?: number;
  /** It starts at midnight when no time is said. */
  readonly midnight?: true;
  readonly years?: number;
  readonly months?: number;
  readonly days?: number;
  readonly seconds?: number;
  /** Turns round what has been counted before it. */
  readonly ago?: true;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday?: number;
  /** Which of the weekdays; without it the first from today on. */
  readonly side?: 'after' | 'before';
  /** The weekday is one of the week that is meant, from Monday to Sunday. */
  readonly week?: true;
  /** The first or the last day of the month. */
  readonly edge?: 'first' | 'last';
  /** Which of the weekdays of the month; -1 is the last. */
  readonly nth?: number;
}

const COUNTED = ['years', 'months', 'days', 'seconds'] as const;
const SAID_ONCE = ['date', 'time', 'offset', 'weekday', 'week', 'edge'] as const;

/** The parts as one; null when they say something twice, or nothing beside an offset. */
export function together(parts: readonly DatePart[]): DatePart | null {
  let whole: DatePart = {};
  for (const part of parts) {
    if (SAID_ONCE.some((key) => key in whole && key in part)) return null;
    if (part.ago && !COUNTED.some((key) => key in whole)) return null;
    whole = { ...whole, ...part, ...sums(whole, part) };
  }
  return Object.keys(whole).some((key) => key !== 'offset') ? whole : null;
}

function sums(whole: DatePart, part: DatePart): DatePart {
  const sign = part.ago ? -1 : 1;
  const said = COUNTED.filter((key) => key in whole || key in part);
  return Object.fromEntries(said.map((key) => [key, sign * ((whole[key] ?? 0) + (part[key] ?? 0))]));
}
