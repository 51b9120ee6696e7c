import { row } from '../../src/http/rows/row.js';
import { placed, talksCalendar } from '../calendar/talks-calendar.js';
import { TrackCalendarDocument } from '../documents.generated.js';

/** Feeds of one track. */
export const trackFeeds = [
  row('/feeds/tracks/:id.ics', TrackCalendarDocument, {
    variables: ({ params, maxPageSize }) => ({ id: params.id, limit: maxPageSize }),
    cache: { shows: 'subject', listsEvents: false },
    kind: 'tracks',
    isList: true,
    reply: ({ track }, { now }) =>
      track &&
      talksCalendar({ name: `${track.name} – ${track.event.name}`, talks: track.talks.nodes.map(placed), now }),
  }),
];
