import { criteriaOf } from '../../src/core/event/event-criteria.js';
import { eventByName } from '../../src/core/reads/by-name.js';
import { eventConnection } from '../../src/core/reads/connection.js';
import { enumOf, field, nullable } from '../fields.js';
import { pagedQuery, pageRequest } from '../paging.js';
import { lookup, queries, query } from '../root-fields.js';
import { selects, selectsOnly } from '../selection.js';

const EventFilter = enumOf('EventFilter', 'Predefined filters of events, each with its own order.', {
  HOT: 'Events ranked by proximity to today and by number of attendees and comments.',
  UPCOMING: 'Events that have not ended, earliest start first.',
  PAST: 'Events that have ended, latest start first.',
  ALL: 'All events, earliest start first. Without `first`, `last`, `offset` or a cursor, the page begins at the first event that starts today or later, and returns its `offset`.',
  OPEN_CFP: 'Events with an open call for papers, earliest deadline first.',
  PENDING: 'Submissions pending approval, earliest start first. Requires a site administrator.',
});

const eventsArgs = {
  filter: nullable.of(
    () => EventFilter,
    'Predefined filter and order. If omitted, returns all events, latest start first.',
  ),
  title: nullable.string('A part of the name, ignoring case and accents; at most 200 characters.'),
  stub: nullable.string('The exact stub, case-insensitive.'),
  tags: nullable.strings('Only events with at least one of these tags. A comma separates tags.'),
  from: nullable.tolerantDateTime('Only events that start at or after this time.'),
  until: nullable.tolerantDateTime('Only events that start before this time.'),
};

/** Whether only these fields are selected, which do not require the full record. */
const selectsOnlyFrame = selectsOnly([
  ...['id', '__typename', 'talks', 'talkCount', 'tracks', 'trackCount', 'comments', 'commentCount', 'talkComments'],
  ...['now', 'next', 'timeZone'],
  ...['attendees', 'hosts', 'viewerIsAttending', 'viewerCanEdit'],
  ...['reportedComments', 'reportedTalkComments', 'pendingClaims'],
]);

const HIDDEN = 'Returns null if it does not exist or is not visible to the viewer.';

export const eventQueries = queries({
  event: lookup(
    'Event',
    (_, info) => (selectsOnlyFrame(info) ? 'eventFrame' : 'event'),
    `Look up an event by ID. ${HIDDEN}`,
  ),
  eventByStub: query(
    nullable.record('Event', `Look up an event by stub, case-insensitive. ${HIDDEN}`),
    { stub: field.string('The exact stub.') },
    ({ reads }, { stub }) => eventByName(reads, 'stub', stub),
  ),
  eventBySlug: query(
    nullable.record('Event', `Look up an event by slug. ${HIDDEN}`),
    { slug: field.string('The exact slug, case-sensitive.') },
    ({ reads }, { slug }) => eventByName(reads, 'slug', slug),
  ),
  events: pagedQuery(
    'Event',
    'Approved events that are not private, unless `filter` selects pending submissions.',
    eventsArgs,
    ({ viewer, reads, maxPageSize }, args, info) => {
      const isUnpositioned = [args.first, args.last, args.before, args.after, args.offset].every(
        (place) => place == null,
      );
      return eventConnection(
        reads,
        criteriaOf(args, viewer, reads.scope.now),
        { ...pageRequest(args, maxPageSize), selectsTotal: selects(info, 'totalCount') },
        isUnpositioned ? 'server chooses' : 'as requested',
      );
    },
  ),
});
