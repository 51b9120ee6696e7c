import { utcTime } from './dates.js';
import { component, line } from './lines.js';

/** What identifies an entry and its version. */
interface Identity {
  /** Names no host, so it survives a change of `BASE_URL` (RFC 7986 §5.3). */
  readonly uid: string;
  readonly revision: number;
  /** Time of the last change, ISO 8601. */
  readonly changedDate: string;
}

/** An entry of a calendar. Its bytes are stable: `DTSTAMP` is the time of the last change, not that of the download. */
export function entry({ uid, revision, changedDate }: Identity, lines: readonly string[]): string {
  const changed = utcTime(changedDate);
  return component('VEVENT', [
    line('UID', uid),
    line('DTSTAMP', changed),
    line('LAST-MODIFIED', changed),
    line('SEQUENCE', String(revision)),
    ...lines,
  ]);
}

/** The status of an event, which is also that of its talks. */
export const statusLine = ({ cancelledDate }: { readonly cancelledDate: string | null }): string =>
  line('STATUS', cancelledDate === null ? 'CONFIRMED' : 'CANCELLED');
