import type { CalendarPlaceFragment, CalendarTalkFragment, CancelledEntryFragment } from '../documents.generated.js';
import { SLOT_MINUTES } from '../schedule/rules.js';
import { cancelledTitle } from '../shared/cancelled-title.js';
import { localTime, utcTime } from './dates.js';
import { entry, statusLine } from './entry.js';
import { line, text } from './lines.js';
import { isLocal } from './time-zone.js';

/** A talk, and when and where its event is. */
export interface CalendarTalk {
  readonly talk: CalendarTalkFragment;
  readonly event: CalendarPlaceFragment;
}

/** The entry of a talk. */
export function talkEntry({ talk, event }: CalendarTalk): string {
  const { title, room, tracks, language, speakers, description } = talk;
  const names = speakers.map(({ name }) => name).join(', ');
  const categories = tracks.map(({ name }) => text(name)).join(',');
  return entry({ uid: talk.calendarUid, revision: talk.scheduleRevision, changedDate: talk.changedDate }, [
    ...times(talk.startDate, talk.durationMinutes, event.timeZone),
    line('SUMMARY', text(event.cancelledDate === null ? title : cancelledTitle(title, language.tag))),
    line('DESCRIPTION', text([names, description].filter(Boolean).join('\n\n'))),
    line('LOCATION', text([room, event.location].filter(Boolean).join(', '))),
    ...(categories === '' ? [] : [line('CATEGORIES', categories)]),
    line('URL', talk.feedbackUrl),
    statusLine(event),
  ]);
}

/** An entry of a deleted talk, which removes it from calendars that have it. @param tag language of the event */
export const cancelledEntry = (talk: CancelledEntryFragment, zone: string, tag?: string): string =>
  entry({ uid: talk.calendarUid, revision: talk.revision, changedDate: talk.cancelledDate }, [
    ...times(talk.startDate, talk.durationMinutes, zone),
    line('SUMMARY', text(cancelledTitle(talk.title, tag))),
    line('STATUS', 'CANCELLED'),
  ]);

/**
 * The start in the zone of the event. An unknown duration is written as one slot: without one, Giggity drops the entry and
 * khal shows an hour; calcurse rejects `PT0S`.
 */
function times(startDate: string, minutes: number, zone: string): string[] {
  const start = isLocal(startDate, zone)
    ? line(`DTSTART;TZID=${zone}`, localTime(startDate))
    : line('DTSTART', utcTime(startDate));
  return [start, line('DURATION', `PT${minutes || SLOT_MINUTES}M`)];
}
