import { plainListVariables, listVariables } from '../../wire/paging.js';
import * as operations from '../../operations/documents.generated.js';
import { eventCommentRecord, talkCommentRecord } from '../comment/record.js';
import { named, one, text, yesOrNo } from '../../wire/json-schema.js';
import { of } from '../../table/described-member.js';
import { bare, bareResponse, page, part, replying, single } from '../../table/replies.js';
import { route } from '../../table/route.js';
import { bareOf, orNotFound } from '../../wire/envelope.js';
import { talkRecord } from '../talk/record.js';
import { trackRecord } from '../track/record.js';
import { userRecord } from '../user/record.js';
import { eventFilters } from '../../wire/wire-values.js';
import { eventFilterVariables } from './body.js';
import { eventRecord, hostRecord, imagesByKind } from './record.js';

const missing = 'Event not found';

/** Spec §4.2, and sub-resources of events: §4.3 to §4.6, contract §3.2. */
export const eventRoutes = [
  route('GET /v2.1/events', operations.EventCollectionDocument, {
    summary: 'List events',
    query: {
      filter: of('Query.events.filter', one(...Object.keys(eventFilters)), 'Unknown values are ignored.'),
      title: of('Query.events.title'),
      stub: of('Query.events.stub'),
      'tags[]': of('Query.events.tags'),
      startdate: of('Query.events.from', text, 'Malformed dates are ignored.'),
      enddate: of('Query.events.until', text, 'Malformed dates are ignored.'),
    },
    statuses: [403],
    variables: eventFilterVariables,
    reply: page('events', eventRecord, ({ events }) => events),
    sentences: { LOGIN_REQUIRED: 'You must be logged in to view pending events' },
    firstProblemOnly: true,
  }),
  route('GET /v2.1/events/:eventId', operations.EventRecordDocument, {
    summary: 'Get an event',
    variables: ({ params, verbose }) => ({ id: params.eventId, verbose }),
    reply: single('events', eventRecord, missing, ({ event }) => event),
  }),
  route('GET /v2.1/events/:eventId/talks', operations.EventTalksDocument, {
    summary: 'List talks of an event',
    variables: (request) => ({ id: request.params.eventId, ...listVariables(request) }),
    reply: page('talks', talkRecord, ({ event }) => orNotFound(event, missing).talks),
  }),
  route('GET /v2.1/events/:eventId/tracks', operations.EventTracksDocument, {
    summary: 'List tracks of an event',
    variables: (request) => ({ id: request.params.eventId, ...plainListVariables(request) }),
    reply: page('tracks', trackRecord, ({ event }) => orNotFound(event, missing).tracks),
  }),
  route('GET /v2.1/events/:eventId/comments', operations.EventCommentsDocument, {
    summary: 'List comments on an event',
    variables: (request) => ({ id: request.params.eventId, ...listVariables(request) }),
    reply: page('comments', eventCommentRecord, ({ event }) => orNotFound(event, missing).comments),
  }),
  route('GET /v2.1/events/:eventId/talk_comments', operations.EventTalkCommentsDocument, {
    summary: 'List comments on the talks of an event',
    variables: (request) => ({ id: request.params.eventId, ...listVariables(request) }),
    reply: page('comments', talkCommentRecord, ({ event }) => orNotFound(event, missing).talkComments),
  }),
  route('GET /v2.1/events/:eventId/attendees', operations.EventAttendeesDocument, {
    summary: 'List attendees of an event',
    variables: (request) => ({ id: request.params.eventId, ...listVariables(request) }),
    reply: page('users', userRecord, ({ event }) => orNotFound(event, missing).attendees),
  }),
  route('GET /v2.1/events/:eventId/attending', operations.EventAttendingDocument, {
    summary: 'Check whether you attend an event',
    variables: ({ params }) => ({ id: params.eventId }),
    reply: bare({ is_attending: { ...yesOrNo, description: 'Whether you attend the event.' } }, ({ event }) => ({
      is_attending: orNotFound(event, missing).viewerIsAttending,
    })),
  }),
  route('GET /v2.1/events/:eventId/hosts', operations.EventHostsDocument, {
    summary: 'List hosts of an event',
    variables: ({ params }) => ({ id: params.eventId }),
    reply: part('hosts', hostRecord, ({ event }) => orNotFound(event, missing).hosts),
  }),
  route('GET /v2.1/events/:eventId/images', operations.EventImagesDocument, {
    summary: 'List images of an event',
    variables: ({ params }) => ({ id: params.eventId }),
    reply: replying([bareResponse({ images: named('Images') })], (data, request) => {
      const { images } = orNotFound(data.event, missing);
      return bareOf({ images: imagesByKind(images, request) }, request, data, images.length);
    }),
  }),
];
