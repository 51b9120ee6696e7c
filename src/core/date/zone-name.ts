/** Names of the IANA database that capitalization of their words does not produce. */
const IRREGULAR = new Map(
  [
    'America/Argentina/ComodRivadavia',
    'America/Knox_IN',
    'Australia/ACT',
    'Australia/LHI',
    'Australia/NSW',
    'Brazil/DeNoronha',
    'Chile/EasterIsland',
    'GB-Eire',
    'Mexico/BajaNorte',
    'Mexico/BajaSur',
    'NZ-CHAT',
    'W-SU',
  ].map((name) => [name.toLowerCase(), name]),
);
/** Segments that are abbreviations in upper case, such as those of `US/Pacific`, `Etc/GMT0` and `EST5EDT`. */
const ABBREVIATION = /^(?:us|utc|uct|gmt[+-]?\d*|gb|nz|prc|roc|rok|[cemw]et|[emh]st|[ecmp]st\d[ecmp]dt)$/;

/**
 * Returns a valid time zone in the spelling of the IANA database, ignoring case: `europe/london` → `Europe/London`.
 * Node's own spelling replaces aliases, so `Asia/Kolkata` would become `Asia/Calcutta`: those are capitalized here.
 */
export function zoneName(name: string): string {
  const lower = name.toLowerCase();
  const resolved = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  if (resolved.toLowerCase() === lower) return resolved;
  return IRREGULAR.get(lower) ?? lower.split('/').map(capitalized).join('/');
}

const capitalized = (segment: string): string =>
  ABBREVIATION.test(segment)
    ? segment.toUpperCase()
    : segment.replace(/(?<![a-z0-9])[a-z]/g, (letter) => letter.toUpperCase());
