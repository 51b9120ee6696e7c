import type { OwnSentences } from '../errors.js';
import * as operations from '../operations/documents.generated.js';
import { eventBody } from './body.js';
import { route } from '../route.js';
import { submittedEvent } from './submitted.js';
import { changed, created } from '../shape/written.js';

const CREATE = 'You must be logged in to create data';
const EDIT = 'You must be logged in to edit data';
const REMOVE = 'You must be logged in to remove data';
const DELETE = 'You must be logged in to delete data';

const DATES = "Both 'start_date' and 'end_date' must be supplied in a recognised format";
const { fieldNames } = eventBody;
const sentences: OwnSentences = {
  'FIELD_REQUIRED.location': "'location' is a required field (for virtual events, 'online' works)",
  'FIELD_REQUIRED.startDate': DATES,
  'FIELD_REQUIRED.endDate': DATES,
  'DATE_UNREADABLE.startDate': DATES,
  'DATE_UNREADABLE.endDate': DATES,
};

/** Writes of events, their approval, hosts and images: spec §4.2, contract §3.2. */
export const eventWriteRoutes = [
  route('POST /v2.1/events', {
    operation: operations.SubmitEventDocument,
    variables: (request) => ({ input: eventBody(request) }),
    reply: submittedEvent,
    login: CREATE,
    sentences,
    fieldNames,
  }),
  route('PUT /v2.1/events/:eventId', {
    operation: operations.ReplaceEventDocument,
    variables: (request) => ({ input: { eventId: request.params.eventId, ...eventBody(request) } }),
    reply: (_, { links, params }) => changed(links.event(params.eventId)),
    login: EDIT,
    sentences: { ...sentences, HOSTS_ONLY: 'You are not an host for this event' },
    fieldNames,
  }),
  route('POST /v2.1/events/:eventId/approval', {
    operation: operations.ApproveEventDocument,
    variables: ({ params }) => ({ input: { eventId: params.eventId } }),
    reply: (_, { links, params }) => changed(links.event(params.eventId)),
    login: CREATE,
    sentences: { ADMINS_ONLY: 'You are not allowed to approve this event' },
  }),
  route('DELETE /v2.1/events/:eventId/approval', {
    operation: operations.RejectEventDocument,
    variables: ({ params, fields }) => ({ input: { eventId: params.eventId, reason: fields.text('reason') } }),
    reply: (_, { links, params }) => changed(links.event(params.eventId)),
    login: DELETE,
    sentences: {
      ADMINS_ONLY: 'You are not allowed to reject this event',
      EVENT_NOT_PENDING: 'This event cannot be rejected',
    },
  }),
  route('POST /v2.1/events/:eventId/hosts', {
    operation: operations.AddHostDocument,
    variables: ({ params, fields }) => ({ input: { eventId: params.eventId, username: fields.text('host_name') } }),
    reply: (_, { links, params }) => created(links.below(links.event(params.eventId), 'hosts')),
    login: CREATE,
    sentences: {
      HOSTS_ONLY: 'You do not have permission to add hosts to this event',
      USER_UNKNOWN: 'No User found',
    },
    fieldNames: { username: 'host_name' },
  }),
  route('DELETE /v2.1/events/:eventId/hosts/:userId', {
    operation: operations.RemoveHostDocument,
    variables: ({ params }) => ({ input: params }),
    reply: (_, { links, params }) => changed(links.below(links.event(params.eventId), 'hosts')),
    login: REMOVE,
    sentences: { HOSTS_ONLY: 'You do not have permission to remove hosts from this event' },
  }),
  route('POST /v2.1/events/:eventId/images', {
    operation: operations.SetEventImageDocument,
    variables: ({ params, upload }) => ({ input: { eventId: params.eventId, image: upload('image') } }),
    reply: (_, { links, params }) => created(links.event(params.eventId)),
    login: CREATE,
    multipart: true,
  }),
  route('DELETE /v2.1/events/:eventId/images', {
    operation: operations.ClearEventImagesDocument,
    variables: ({ params }) => ({ input: { eventId: params.eventId } }),
    reply: (_, { links, params }) => changed(links.event(params.eventId)),
    login: DELETE,
  }),
];
