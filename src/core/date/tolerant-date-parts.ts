/** One parsed part of a date, for instance `3 March`, `9am` or `+1 week`. */
export interface DatePart {
  /** The year defaults to the current one. Without a day it is valid only after `first day of` and the like. */
  readonly date?: { readonly year?: number; readonly month: number; readonly day?: number };
  /** Seconds since midnight. */
  readonly time?: number;
  /** Minutes east of UTC. */
  readonly offset?: number;
  /** The offset is valid only directly after a time: in `March 5-12` it is a day, in `Mar 14-22` a year. */
  readonly followsTime?: true;
  /** The offset is `Z`, which does not state the local one (RFC 9557 §2.2). */
  readonly isZulu?: true;
  /** IANA name of the zone that applies to the date. */
  readonly zone?: string;
  /** The zone annotates an offset, which it must have at that time. */
  readonly isAnnotation?: true;
  /** The time defaults to midnight. */
  readonly midnight?: true;
  readonly years?: number;
  readonly months?: number;
  readonly days?: number;
  readonly seconds?: number;
  /** Negates the relative amounts before it. */
  readonly ago?: true;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday?: number;
  /** Selects the weekday after or before today; absent: the first from today on. */
  readonly side?: 'after' | 'before';
  /** Selects the weekday within the resulting week, from Monday to Sunday. */
  readonly week?: true;
  /** The first or the last day of the month. */
  readonly edge?: 'first' | 'last';
  /** Which occurrence of the weekday in the month; -1 is the last. */
  readonly nth?: number;
}

const SUMMED_KEYS = ['years', 'months', 'days', 'seconds'] as const;
const UNIQUE_KEYS = ['date', 'time', 'offset', 'zone', 'weekday', 'week', 'edge'] as const;
/** None of them is a date on its own. */
const ZONE_KEYS: readonly string[] = ['offset', 'followsTime', 'isZulu', 'zone', 'isAnnotation'];

/** Merges the parts. Returns null if they repeat a component, combine an offset and a zone, or contain nothing else. */
export function mergeParts(parts: readonly DatePart[]): DatePart | null {
  let merged: DatePart = {};
  for (const [place, part] of parts.entries()) {
    if (part.followsTime && parts[place - 1]?.time === undefined) return null;
    if (UNIQUE_KEYS.some((key) => key in merged && key in part)) return null;
    if (part.ago && !SUMMED_KEYS.some((key) => key in merged)) return null;
    merged = { ...merged, ...part, ...sums(merged, part) };
  }
  if (merged.offset !== undefined && merged.zone !== undefined && !merged.isAnnotation) return null;
  return Object.keys(merged).some((key) => !ZONE_KEYS.includes(key)) ? merged : null;
}

function sums(merged: DatePart, part: DatePart): DatePart {
  const sign = part.ago ? -1 : 1;
  const keys = SUMMED_KEYS.filter((key) => key in merged || key in part);
  return Object.fromEntries(keys.map((key) => [key, sign * ((merged[key] ?? 0) + (part[key] ?? 0))]));
}
