/** Of a duration, in characters. */
const MAX_LENGTH = 100;
/** `1:30`: hours and minutes. */
const CLOCK = /^(\d{1,4}):([0-5]\d)$/;
/** `1:00:00`: an hour, or a day in the c3 hub. */
const THREE_PARTS = /^(\d{1,4}):([0-5]\d):([0-5]\d)$/;
const MINUTES = /^(\d{1,6})(?:\.0+)?(?:\s*(?:m|mins?|minutes?|minuten|minutos|minuti|'|′))?$/i;
/** `1h`, `1h30`, `1.5 hours`, `1 hour 30 minutes`. */
const HOURS =
  /^(\d{1,3}(?:[.,]\d{1,2})?)\s*(?:h|hrs?|hours?|std|stunden?|heures?|horas?|ore|ora|uur)\.?(?:\s*(?:and|und|et|y|e)?\s*([0-5]?\d)\s*(?:m|mins?|minutes?|minuten|minutos|minuti)?)?$/i;
/** ISO 8601, such as `PT1H30M`. */
const ISO = /^P(?:(\d{1,2})D)?(?:T(?:(\d{1,3})H)?(?:(\d{1,5})M)?(?:\d{1,5}S)?)?$/i;

/** What the first of three numbers counts. */
export type ThreeParts = 'hours' | 'days';

/**
 * How the durations of a file with three numbers are understood: as hours, minutes and seconds if one has more minutes than
 * a day has hours, or would be longer than the event; else as days, hours and minutes if one has other than 00 seconds.
 *
 * @param maxMinutes length of the event
 * @returns with a text that may mean either, if nothing decides
 */
export function threePartsOf(
  texts: readonly string[],
  maxMinutes: number,
): readonly [ThreeParts, doubtful?: string | undefined] {
  const parts = texts.flatMap((text) => {
    const match = text.length > MAX_LENGTH ? null : THREE_PARTS.exec(text.trim());
    return match ? [[Number(match[2]), Number(match[3]), inDays(match)] as const] : [];
  });
  if (parts.some(([second, , minutes]) => second > 23 || minutes > maxMinutes)) return ['hours'];
  if (parts.some(([, third]) => third > 0)) return ['days'];
  return [
    'hours',
    texts.find((text) => text.length <= MAX_LENGTH && !/^0*:/.test(text.trim()) && THREE_PARTS.test(text.trim())),
  ];
}

const inDays = ([, days, hours, minutes]: readonly string[]): number =>
  (Number(days) * 24 + Number(hours)) * 60 + Number(minutes);

/**
 * Minutes of a number, a clock, words, or an ISO 8601 duration; null for any other text.
 *
 * @param three what the first of three numbers counts
 */
export function parseMinutes(text: string, three: ThreeParts = 'hours'): number | null {
  if (text.length > MAX_LENGTH) return null;
  const trimmed = text.trim();
  const [clock, clockHours, clockMinutes] = CLOCK.exec(trimmed) ?? [];
  if (clock !== undefined) return Number(clockHours) * 60 + Number(clockMinutes);
  const parts = THREE_PARTS.exec(trimmed);
  if (parts) return three === 'days' ? inDays(parts) : Number(parts[1]) * 60 + Number(parts[2]);
  const [, minutes] = MINUTES.exec(trimmed) ?? [];
  if (minutes !== undefined) return Number(minutes);
  const [, hours, more] = HOURS.exec(trimmed) ?? [];
  if (hours !== undefined) return Math.round(Number(hours.replace(',', '.')) * 60) + Number(more ?? 0);
  const [iso, isoDays, isoHours, isoMinutes] = ISO.exec(trimmed) ?? [];
  if (iso === undefined || !/\d/.test(iso)) return null;
  return (Number(isoDays ?? 0) * 24 + Number(isoHours ?? 0)) * 60 + Number(isoMinutes ?? 0);
}
