import { isTimeZone, zoneName } from '../../core/date/zone-name.js';
import { zonesOfAbbreviation } from '../../core/date/zone-suggestions.js';
import type { Mark } from './report.js';

/**
 * The zone of an imported event, from its continent and its place, of which one may be missing. The report names every
 * zone that is replaced; an event without a zone is in UTC, as in the original (contract §1.5).
 */
export function importedZone(parts: readonly (string | null)[], mark: Mark): string {
  const name = parts.filter((part) => part !== null && part !== '').join('/');
  if (isTimeZone(name)) return zoneName(name);
  const [likeliest] = zonesOfAbbreviation(name);
  if (likeliest !== undefined) {
    const abbreviation = name.slice(name.lastIndexOf('/') + 1).toUpperCase();
    mark.repair(`the abbreviation ${abbreviation} was replaced by the time zone ${likeliest}`);
    return likeliest;
  }
  mark.repair(`${name === '' ? 'a missing' : 'an unknown'} time zone was replaced by UTC`);
  return 'UTC';
}
