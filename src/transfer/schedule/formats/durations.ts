/** `1:30` and `1:30:00`: hours, minutes and seconds. */
const CLOCK = /^(\d{1,4}):([0-5]\d)(?::[0-5]\d)?$/;
const MINUTES = /^(\d{1,6})(?:\.0+)?(?:\s*(?:m|mins?|minutes?|minuten|minutos|minuti|'|′))?$/i;
/** `1h`, `1h30`, `1.5 hours`, `1 hour 30 minutes`. */
const HOURS =
  /^(\d{1,3}(?:[.,]\d{1,2})?)\s*(?:h|hrs?|hours?|std|stunden?|heures?|horas?|ore|ora|uur)\.?(?:\s*(?:and|und|et|y|e)?\s*([0-5]?\d)\s*(?:m|mins?|minutes?|minuten|minutos|minuti)?)?$/i;
/** ISO 8601, such as `PT1H30M`. */
const ISO = /^P(?:(\d{1,2})D)?(?:T(?:(\d{1,3})H)?(?:(\d{1,5})M)?(?:\d{1,5}S)?)?$/i;

/** Of a duration, in characters. */
const MAX_LENGTH = 100;

/** Minutes of a number, a clock, words, or an ISO 8601 duration; null for any other text. */
export function parseMinutes(text: string): number | null {
  if (text.length > MAX_LENGTH) return null;
  const trimmed = text.trim();
  const [clock, clockHours, clockMinutes] = CLOCK.exec(trimmed) ?? [];
  if (clock !== undefined) return Number(clockHours) * 60 + Number(clockMinutes);
  const [, minutes] = MINUTES.exec(trimmed) ?? [];
  if (minutes !== undefined) return Number(minutes);
  const [, hours, more] = HOURS.exec(trimmed) ?? [];
  if (hours !== undefined) return Math.round(Number(hours.replace(',', '.')) * 60) + Number(more ?? 0);
  const [iso, isoDays, isoHours, isoMinutes] = ISO.exec(trimmed) ?? [];
  if (iso === undefined || !/\d/.test(iso)) return null;
  return (Number(isoDays ?? 0) * 24 + Number(isoHours ?? 0)) * 60 + Number(isoMinutes ?? 0);
}
