import { IANAZone } from 'luxon';
import { zoneNames } from './zone-names.generated.js';

/** Each name in the spelling of IANA, by its lower case: the pinned list, and newer names that this Node supports. */
const spellings = new Map(
  [...Intl.supportedValuesOf('timeZone'), ...zoneNames].map((name) => [name.toLowerCase(), name]),
);

/**
 * Whether `name` is a zone or a link of the IANA database, in any case, that this Node supports. `Intl` alone also accepts
 * offsets and the three-letter IDs of ICU, among which `BST` is Bangladesh.
 */
export function isTimeZone(name: string): boolean {
  return spellings.has(name.toLowerCase()) && IANAZone.isValidZone(name);
}

/**
 * Returns a valid time zone in the spelling of the IANA database: `europe/london` → `Europe/London`. Node's own spelling
 * replaces links, so `Asia/Kolkata` would become `Asia/Calcutta`.
 */
export function zoneName(name: string): string {
  return spellings.get(name.toLowerCase()) ?? name;
}
