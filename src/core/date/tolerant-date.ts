import { FORMS, type Form } from './tolerant-date-forms.js';
import { instantOf } from './tolerant-date-meaning.js';
import { together, type DatePart } from './tolerant-date-parts.js';
import { WORDS } from './tolerant-date-words.js';

/** The years 1 to 9999, which PostgreSQL stores and ISO 8601 represents without further agreement. */
const EARLIEST = -62_135_596_800;
const AFTER_LATEST = 253_402_300_800;
/** Maximum length of a date, in characters; longer texts are rejected without parsing. */
const LONGEST = 100;
const UNIX = /^@(-?\d{1,12}(?:\.\d{1,6})?)$/;
const BETWEEN = /[\s,]*/y;
/** A part ends at the end of a number or a word. */
const END = String.raw`(?!(?<=\d)\d|(?<=[a-z])[a-z])`;

const READINGS = [...FORMS, ...WORDS].map(
  ([pattern, read]: Form) => [new RegExp(`(?:${pattern})${END}`, 'iy'), read] as const,
);

/**
 * Parses a date as people write it (contract §1.5): a sequence of parts in any order, as in PHP. A time counts in any
 * position: `9am Friday` means 9:00, whereas PHP resets the time at the day.
 *
 * @param zone IANA name of the zone of a text without an offset
 * @param now seconds since 1970, for words like `tomorrow`
 * @returns seconds since 1970, or null if the text is not a supported date
 */
export function readDate(text: string, zone: string, now: number): number | null {
  if (text.length > LONGEST) return null;
  const trimmed = text.trim();
  const unix = UNIX.exec(trimmed)?.[1];
  if (unix !== undefined) return withinReach(Number(unix));
  const parts = partsOf(trimmed);
  const said = parts && together(parts);
  const instant = said && instantOf(said, zone, now);
  return instant === null ? null : withinReach(instant);
}

/** Returns null if a part of the text is not recognised. */
function partsOf(text: string): DatePart[] | null {
  const parts: DatePart[] = [];
  let at = 0;
  while (at < text.length) {
    const longest = longestPart(text, at);
    if (!longest) return null;
    parts.push(longest.part);
    at = skip(text, longest.end);
  }
  return parts;
}

/** The longest match wins: `1.2.2015` is not a time with a suffix. */
function longestPart(text: string, at: number): { part: DatePart; end: number } | null {
  let longest: { part: DatePart; end: number } | null = null;
  for (const [pattern, read] of READINGS) {
    pattern.lastIndex = at;
    const caught = pattern.exec(text);
    if (!caught || pattern.lastIndex <= (longest?.end ?? at)) continue;
    const part = read(caught.groups ?? {});
    if (part) longest = { part, end: pattern.lastIndex };
  }
  return longest;
}

function skip(text: string, at: number): number {
  BETWEEN.lastIndex = at;
  BETWEEN.exec(text);
  return BETWEEN.lastIndex;
}

function withinReach(seconds: number): number | null {
  return seconds >= EARLIEST && seconds < AFTER_LATEST ? seconds : null;
}
