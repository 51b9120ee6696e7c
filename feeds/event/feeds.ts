import { row } from '../../src/http/rows/row.js';
import { talksCalendar } from '../calendar/talks-calendar.js';
import { EventCalendarDocument } from '../documents.generated.js';
import { matches, parseFilter } from './filter.js';

/** Feeds of one event. */
export const eventFeeds = [
  row('/feeds/events/:id.ics', EventCalendarDocument, {
    variables: ({ params, query, maxPageSize }) => parseFilter(query) && { id: params.id, limit: maxPageSize },
    cache: { shows: 'subject', listsEvents: false },
    kind: 'events',
    isList: true,
    reply({ event }, { query, now }) {
      const filter = parseFilter(query);
      if (!event || !filter) return null;
      const { name, timeZone: zone, talks, cancelledTalks } = event;
      return talksCalendar({
        name,
        zone,
        talks: talks.nodes.filter((talk) => matches(talk, filter)),
        // A deleted talk has no tracks and no type any more: every calendar that may have shown it removes it.
        cancelled: cancelledTalks.nodes,
        now,
      });
    },
  }),
];
