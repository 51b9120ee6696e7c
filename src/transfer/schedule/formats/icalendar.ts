import ICAL from 'ical.js';
import { problem, unreadable, type ScheduleProblem } from './problems.js';
import { descriptionOf } from './schedule-fields.js';
import { MAX_TALKS, type RawFile, type RawTalk } from './schedule.js';

/**
 * Parses an iCalendar file: each VEVENT is a talk, whose identity is its UID, with the RECURRENCE-ID of an instance that
 * differs from its series. A series counts as one talk. Cancelled entries are not in the programme.
 *
 * @throws UnreadableSchedule
 */
export function parseICalendar(text: string): RawFile {
  const calendars = calendarsIn(withoutComment(text));
  const events = calendars.flatMap((calendar) => calendar.getAllSubcomponents('vevent'));
  if (events.length > MAX_TALKS) throw unreadable('TOO_MANY_TALKS', MAX_TALKS);
  const zone = calendars[0]?.getFirstPropertyValue('x-wr-timezone');
  return {
    talks: events
      .filter((event) => String(event.getFirstPropertyValue('status') ?? '').toUpperCase() !== 'CANCELLED')
      .map((event, index) => talkOf(event, index + 1)),
    zone: typeof zone === 'string' ? zone : null,
    problems: unusedIn(events),
  };
}

/** Properties that may say who speaks, and what belongs to a talk, but also other things. */
const UNUSED = ['organizer', 'attendee', 'contact', 'attach', 'url'];

function unusedIn(events: readonly ICAL.Component[]): ScheduleProblem[] {
  const unused = UNUSED.filter((name) => events.some((event) => event.hasProperty(name)));
  return unused.length > 0 ? [problem('COLUMNS_UNUSED', { detail: unused.join(', ').toUpperCase() })] : [];
}

/** Sites of one page keep their calendar in a comment of it, and people save that as a file. */
function withoutComment(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('<!--')) return text;
  return trimmed.slice('<!--'.length, trimmed.endsWith('-->') ? -'-->'.length : undefined).trim();
}

function calendarsIn(text: string): ICAL.Component[] {
  try {
    // A file with several calendars is a list of them.
    const parsed = ICAL.parse(text) as unknown[];
    const calendars = (typeof parsed[0] === 'string' ? [parsed] : parsed) as ConstructorParameters<
      typeof ICAL.Component
    >[0][];
    return calendars.map((calendar) => new ICAL.Component(calendar));
  } catch (error) {
    throw unreadable('FILE_UNREADABLE', error instanceof Error ? error.message : 'invalid iCalendar');
  }
}

function talkOf(event: ICAL.Component, row: number): RawTalk {
  const text = (name: string): string | null => {
    const value = event.getFirstPropertyValue(name);
    return value === null ? null : String(value);
  };
  const [uid, instance] = [text('uid'), text('recurrence-id')];
  const duration = event.getFirstPropertyValue('duration');
  return {
    ...{ row, title: text('summary'), room: text('location'), language: languageOf(event) },
    // Calendars written by hand often have no UID.
    id: uid === null || instance === null ? uid?.trim() || undefined : `${uid} ${instance}`,
    start: timeOf(event, 'dtstart'),
    end: timeOf(event, 'dtend'),
    duration: duration instanceof ICAL.Duration ? String(Math.round(duration.toSeconds() / 60)) : null,
    description: descriptionOf(text('description')),
    tracks: event.getAllProperties('categories').flatMap((property) => property.getValues().map(String)),
  };
}

/** A local time with its zone in the form of RFC 9557; the zone of the event for a floating time. */
function timeOf(event: ICAL.Component, name: string): string | null {
  const property = event.getFirstProperty(name);
  const time = property?.getFirstValue();
  if (!(time instanceof ICAL.Time)) return null;
  if (time.isDate) return `${time.toString()}T00:00`;
  const local = time.toString().replace(/Z$/, '');
  if (time.zone === ICAL.Timezone.utcTimezone) return `${local}Z`;
  // The definition in the file, not the name, is what the writer meant.
  const isDefined = time.zone?.component instanceof ICAL.Component;
  if (isDefined) return `${time.convertToZone(ICAL.Timezone.utcTimezone).toString().replace(/Z?$/, 'Z')}`;
  const zone = property?.getFirstParameter('tzid');
  return zone ? `${local}[${zone}]` : local;
}

const languageOf = (event: ICAL.Component): string | null =>
  event.getFirstProperty('summary')?.getFirstParameter('language') || null;
