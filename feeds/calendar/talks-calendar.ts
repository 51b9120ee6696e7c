import type { CalendarEventFragment, CancelledEntryFragment, PlacedTalkFragment } from '../documents.generated.js';
import type { RowReply } from '../../src/http/rows/row.js';
import { calendarReply, reload } from './calendar.js';
import { utcDay } from './dates.js';
import { eventEntry } from './event-entry.js';
import { cancelledEntry, talkEntry, type CalendarTalk } from './talk-entries.js';
import { isLocal, timeZone } from './time-zone.js';

const DAY_SECONDS = 86_400;

/** Talks of one calendar, and deleted ones of one event. */
interface Talks {
  readonly name: string;
  readonly talks: readonly CalendarTalk[];
  readonly cancelled?: readonly CancelledEntryFragment[];
  /** The zone and the language tag of the cancelled talks. */
  readonly zone?: string;
  readonly language?: string | undefined;
  /** Events on whole days, beside the talks. */
  readonly events?: readonly CalendarEventFragment[];
  /** Base URL of the service; required with events. */
  readonly origin?: string;
  /** Time of the request, in seconds since 1970. */
  readonly now: number;
}

/** A talk that was selected together with its event. */
export const placed = (talk: PlacedTalkFragment): CalendarTalk => ({ talk, event: talk.event });

/** A calendar of talks, with the time zones of their events, and of whole events. */
export function talksCalendar(calendar: Talks): RowReply {
  const { name, talks, cancelled = [], zone = 'UTC', language, events = [], origin = '', now } = calendar;
  const starts = [
    ...talks.map(({ event, talk }) => ({ of: event.timeZone, startDate: talk.startDate })),
    ...cancelled.map(({ startDate }) => ({ of: zone, startDate })),
  ].filter(({ of, startDate }) => isLocal(startDate, of));
  const zones = [...Map.groupBy(starts, ({ of }) => of)].sort(([one], [other]) => (one < other ? -1 : 1));
  const today = Math.floor(now / DAY_SECONDS);
  const isOn = [...talks.map(({ event }) => event), ...events].some(
    ({ startDate, endDate }) => utcDay(startDate) <= today && today <= utcDay(endDate),
  );
  return calendarReply({
    name,
    // Changes at midnight in UTC, when cached responses expire.
    reloadAfter: isOn ? reload.often : reload.rarely,
    components: (function* () {
      for (const [of, some] of zones) {
        yield timeZone(
          of,
          some.map(({ startDate }) => startDate),
        );
      }
      for (const talk of talks) yield talkEntry(talk);
      for (const talk of cancelled) yield cancelledEntry(talk, zone, language);
      for (const event of events) yield eventEntry(event, origin);
    })(),
  });
}
