import { row } from '../../src/http/rows/row.js';
import { placed, talksCalendar } from '../calendar/talks-calendar.js';
import { PersonalCalendarDocument, SpeakerCalendarDocument } from '../documents.generated.js';

/** Feeds of one user. */
export const userFeeds = [
  row('/feeds/users/:id/talks.ics', SpeakerCalendarDocument, {
    variables: ({ params, maxPageSize }) => ({ id: params.id, limit: maxPageSize }),
    cache: { shows: 'everything', listsEvents: false },
    isList: true,
    reply: ({ user }, { now }) =>
      user && talksCalendar({ name: user.fullName, talks: user.talks.nodes.map(placed), now }),
  }),
  row('/feeds/mine/:secret.ics', PersonalCalendarDocument, {
    variables: ({ maxPageSize }) => ({ limit: maxPageSize }),
    cache: null,
    isPersonal: true,
    isList: true,
    reply: ({ viewer }, { origin, now }) =>
      viewer &&
      talksCalendar({
        name: `Talks and events of ${viewer.fullName}`,
        talks: viewer.starredTalks.nodes.map(placed),
        events: viewer.attendedEvents.nodes,
        ...{ origin, now },
      }),
  }),
];
