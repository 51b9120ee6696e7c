import * as operations from '../operations/documents.generated.js';
import { eventFilterVariables } from './filters.js';
import { listVariables, plainListVariables } from '../read/list.js';
import { route } from '../route.js';
import { eventCommentRecord, talkCommentRecord } from '../comment/record.js';
import { bare, pageOf, partOf, recordOf, there } from '../shape/envelope.js';
import { eventRecord, hostRecord, imagesByKind } from './record.js';
import { talkRecord } from '../talk/record.js';
import { trackRecord } from '../track/record.js';
import { userRecord } from '../user/record.js';

const missing = 'Event not found';

/** Spec §4.2, and sub-resources of events: §4.3 to §4.6, contract §3.2. */
export const eventRoutes = [
  route('GET /v2.1/events', {
    operation: operations.EventCollectionDocument,
    variables: eventFilterVariables,
    reply: (data, request) => pageOf('events', data.events, eventRecord, request, data),
    sentences: { LOGIN_REQUIRED: 'You must be logged in to view pending events' },
    firstProblemOnly: true,
  }),
  route('GET /v2.1/events/:eventId', {
    operation: operations.EventRecordDocument,
    variables: ({ params, verbose }) => ({ id: params.eventId, verbose }),
    reply: (data, request) => recordOf('events', data.event, eventRecord, missing, request, data),
  }),
  route('GET /v2.1/events/:eventId/talks', {
    operation: operations.EventTalksDocument,
    variables: (request) => ({ id: request.params.eventId, ...listVariables(request) }),
    reply: (data, request) => pageOf('talks', there(data.event, missing).talks, talkRecord, request, data),
  }),
  route('GET /v2.1/events/:eventId/tracks', {
    operation: operations.EventTracksDocument,
    variables: (request) => ({ id: request.params.eventId, ...plainListVariables(request) }),
    reply: (data, request) => pageOf('tracks', there(data.event, missing).tracks, trackRecord, request, data),
  }),
  route('GET /v2.1/events/:eventId/comments', {
    operation: operations.EventCommentsDocument,
    variables: (request) => ({ id: request.params.eventId, ...listVariables(request) }),
    reply: (data, request) =>
      pageOf('comments', there(data.event, missing).comments, eventCommentRecord, request, data),
  }),
  route('GET /v2.1/events/:eventId/talk_comments', {
    operation: operations.EventTalkCommentsDocument,
    variables: (request) => ({ id: request.params.eventId, ...listVariables(request) }),
    reply: (data, request) =>
      pageOf('comments', there(data.event, missing).talkComments, talkCommentRecord, request, data),
  }),
  route('GET /v2.1/events/:eventId/attendees', {
    operation: operations.EventAttendeesDocument,
    variables: (request) => ({ id: request.params.eventId, ...listVariables(request) }),
    reply: (data, request) => pageOf('users', there(data.event, missing).attendees, userRecord, request, data),
  }),
  route('GET /v2.1/events/:eventId/attending', {
    operation: operations.EventAttendingDocument,
    variables: ({ params }) => ({ id: params.eventId }),
    reply: (data, request) => bare({ is_attending: there(data.event, missing).viewerIsAttending }, request, data),
  }),
  route('GET /v2.1/events/:eventId/hosts', {
    operation: operations.EventHostsDocument,
    variables: ({ params }) => ({ id: params.eventId }),
    reply: (data, request) => partOf('hosts', there(data.event, missing).hosts, hostRecord, request, data),
  }),
  route('GET /v2.1/events/:eventId/images', {
    operation: operations.EventImagesDocument,
    variables: ({ params }) => ({ id: params.eventId }),
    reply: (data, request) => {
      const { images } = there(data.event, missing);
      return bare({ images: imagesByKind(images, request) }, request, data, images.length);
    },
  }),
];
