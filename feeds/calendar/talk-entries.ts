import type { CalendarTalkFragment, CancelledEntryFragment } from '../documents.generated.js';
import { localTime, utcTime } from './dates.js';
import { component, line, text } from './lines.js';
import { isZone, type Years } from './time-zone.js';

/** The entry of a talk. Its UID names no host, so it survives a change of `BASE_URL` (RFC 7986 §5.3). */
export function talkEntry(talk: CalendarTalkFragment): string {
  const { title, room, tracks, speakers, description, event } = talk;
  const names = speakers.map(({ name }) => name).join(', ');
  const categories = tracks.map(({ name }) => text(name)).join(',');
  return component('VEVENT', [
    ...revised(talk.calendarUid, talk.scheduleRevision, talk.changedDate),
    ...times(talk.startDate, talk.durationMinutes, event.timeZone),
    line('SUMMARY', text(title)),
    line('DESCRIPTION', text([names, description].filter(Boolean).join('\n\n'))),
    line('LOCATION', text([room, event.location].filter(Boolean).join(', '))),
    ...(categories === '' ? [] : [line('CATEGORIES', categories)]),
    line('URL', talk.feedbackUrl),
    line('STATUS', 'CONFIRMED'),
  ]);
}

/** An entry of a deleted talk, which removes it from calendars that have it. */
export const cancelledEntry = (talk: CancelledEntryFragment, zone: string): string =>
  component('VEVENT', [
    ...revised(talk.calendarUid, talk.revision, talk.cancelledDate),
    ...times(talk.startDate, talk.durationMinutes, zone),
    line('SUMMARY', text(talk.title)),
    line('STATUS', 'CANCELLED'),
  ]);

/** Stable bytes: `DTSTAMP` is the time of the last change, not that of the download. */
function revised(uid: string, revision: number, changedDate: string): string[] {
  const changed = utcTime(changedDate);
  return [
    line('UID', uid),
    line('DTSTAMP', changed),
    line('LAST-MODIFIED', changed),
    line('SEQUENCE', String(revision)),
  ];
}

/** The start in the zone of the event; without a duration, the entry has no end, because some clients reject `PT0S`. */
function times(startDate: string, minutes: number, zone: string): string[] {
  const start = isZone(zone) ? line(`DTSTART;TZID=${zone}`, localTime(startDate)) : line('DTSTART', utcTime(startDate));
  return minutes === 0 ? [start] : [start, line('DURATION', `PT${minutes}M`)];
}

/** The years of local dates. */
export function yearsOf(dates: readonly string[]): Years {
  const years = dates.map((date) => Number(date.slice(0, 4)));
  return { from: Math.min(...years), to: Math.max(...years) };
}
