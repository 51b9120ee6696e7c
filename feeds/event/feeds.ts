import { row } from '../../src/http/rows/row.js';
import { talksCalendar } from '../calendar/talks-calendar.js';
import { changesFeed } from './changes.js';
import { EventCalendarDocument, EventScheduleDocument, type EventScheduleQuery } from '../documents.generated.js';
import { scheduleJson } from '../schedule/json.js';
import { scheduleOf, type Schedule } from '../schedule/schedule.js';
import { scheduleXml } from '../schedule/xml.js';
import { languageOf } from '../shared/cancelled-title.js';
import { matches, parseFilter } from './filter.js';

/** A row of one of the schedule formats. */
const schedule = (
  path: `/feeds/events/:id/${string}`,
  type: string,
  write: (schedule: Schedule) => Generator<string, void>,
) =>
  row<'/feeds/events/:id/schedule', EventScheduleQuery, { id: string; limit: number }>(
    path as '/feeds/events/:id/schedule',
    EventScheduleDocument,
    {
      variables: ({ params, maxPageSize }) => ({ id: params.id, limit: maxPageSize }),
      cache: { shows: 'subject', listsEvents: false },
      kind: 'events',
      isList: true,
      reply: ({ event }, { origin, now }) =>
        event && {
          headers: { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' },
          body: write(scheduleOf(event, { origin, now })),
        },
    },
  );

/** Feeds of one event. */
export const eventFeeds = [
  changesFeed,
  row('/feeds/events/:id.ics', EventCalendarDocument, {
    parameters: ['tracks', 'types'],
    variables: ({ params, query, maxPageSize }) => parseFilter(query) && { id: params.id, limit: maxPageSize },
    cache: { shows: 'subject', listsEvents: false },
    kind: 'events',
    isList: true,
    reply({ event }, { query, now }) {
      const filter = parseFilter(query);
      if (!event || !filter) return null;
      const { name, talks, cancelledTalks } = event;
      return talksCalendar({
        name,
        zone: event.timeZone,
        talks: talks.nodes.filter((talk) => matches(talk, filter)).map((talk) => ({ talk, event })),
        // A deleted talk has no tracks and no type any more: every calendar that may have shown it removes it.
        cancelled: cancelledTalks.nodes,
        language: languageOf(talks.nodes),
        now,
      });
    },
  }),
  schedule('/feeds/events/:id/schedule.xml', 'application/vnd.c3voc.schedule+xml', scheduleXml),
  schedule('/feeds/events/:id/schedule.json', 'application/json', scheduleJson),
];
