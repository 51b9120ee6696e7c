import { row } from '../../src/http/rows/row.js';
import { calendarReply, reload } from '../calendar/calendar.js';
import { eventEntry } from '../calendar/event-entry.js';
import { EventsCalendarDocument, type EventFilter } from '../documents.generated.js';

/** `filter` as in v2.1; `all` has no filter, because calendars have no pages. */
const filters: ReadonlyMap<string, EventFilter | null> = new Map([
  ['all', null],
  ['hot', 'HOT'],
  ['upcoming', 'UPCOMING'],
  ['past', 'PAST'],
  ['cfp', 'OPEN_CFP'],
]);

/** The list of events as a calendar. */
export const eventLists = [
  row('/feeds/events.ics', EventsCalendarDocument, {
    parameters: ['filter', 'tags'],
    variables({ query, maxPageSize }) {
      const filter = filters.get(query.get('filter') || 'all');
      return filter === undefined ? null : { filter, tags: tagsOf(query), limit: maxPageSize };
    },
    cache: { shows: 'ranked events', listsEvents: true },
    isList: true,
    reply: ({ events }, { origin }) =>
      calendarReply({
        name: 'Events',
        reloadAfter: reload.rarely,
        components: (function* () {
          for (const event of events.nodes) yield eventEntry(event, origin);
        })(),
      }),
  }),
];

/** Events with any of the tags, which are separated by commas; null: all. */
function tagsOf(query: URLSearchParams): string[] | null {
  const given = query.getAll('tags').filter((tags) => tags.replaceAll(',', '').trim() !== '');
  return given.length === 0 ? null : given;
}
