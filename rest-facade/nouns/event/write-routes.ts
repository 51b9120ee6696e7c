import * as operations from '../../operations/documents.generated.js';
import type { OwnSentences } from '../../wire/errors.js';
import { text } from '../../wire/json-schema.js';
import { of } from '../../table/described-member.js';
import type { SubmitEventMutation } from '../../operations/documents.generated.js';
import { changed, created, empty, replying } from '../../table/replies.js';
import type { PlainReply, WireRequest } from '../../wire/request.js';
import { route } from '../../table/route.js';
import { eventBody, hostBody } from './body.js';

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

/**
 * Response to event submission (decisions no. 1): `Location` is the collection, `Content-Location` the new event,
 * which its host may read. With `legacySubmission` as in the original service: the URL of the event, or 202 while it
 * is pending.
 */
function submittedEvent({ submitEvent: { event } }: SubmitEventMutation, request: WireRequest): PlainReply {
  const { links, settings } = request;
  if (!settings.legacySubmission) return empty(201, links.events(), { 'Content-Location': links.event(event.id) });
  return event.status === 'APPROVED' ? empty(201, links.event(event.id)) : empty(202, links.events());
}

/** Writes of events, their approval, hosts and images: spec §4.2, contract §3.2. */
export const eventWriteRoutes = [
  route('POST /v2.1/events', operations.SubmitEventDocument, {
    summary: 'Submit an event',
    body: eventBody.membersOf('SubmitEventInput'),
    variables: (request) => ({ input: eventBody(request) }),
    reply: replying(
      [
        {
          status: 201,
          description: 'Created.',
          location: 'The collection of events or the new event, depending on a setting of the service.',
          contentLocation: 'The new event, which its hosts may read before approval.',
        },
        {
          status: 202,
          description: 'Accepted, pending approval. Depends on a setting of the service.',
          location: 'The collection of events.',
        },
      ],
      submittedEvent,
    ),
    login: CREATE,
    sentences,
    fieldNames,
  }),
  route('PUT /v2.1/events/:eventId', operations.ReplaceEventDocument, {
    summary: 'Replace an event',
    body: eventBody.membersOf('ReplaceEventInput'),
    variables: (request) => ({ input: { eventId: request.params.eventId, ...eventBody(request) } }),
    reply: changed('The event.', (_, { links, params }) => links.event(params.eventId)),
    login: EDIT,
    sentences: { ...sentences, HOSTS_ONLY: 'You are not an host for this event' },
    fieldNames,
  }),
  route('POST /v2.1/events/:eventId/approval', operations.ApproveEventDocument, {
    summary: 'Approve an event',
    variables: ({ params }) => ({ input: { eventId: params.eventId } }),
    reply: changed('The event.', (_, { links, params }) => links.event(params.eventId)),
    login: CREATE,
    sentences: { ADMINS_ONLY: 'You are not allowed to approve this event' },
  }),
  route('DELETE /v2.1/events/:eventId/approval', operations.RejectEventDocument, {
    summary: 'Reject an event',
    query: { reason: of('RejectEventInput.reason', text, 'Also accepted in the body.') },
    variables: ({ params, fields }) => ({ input: { eventId: params.eventId, reason: fields.text('reason') } }),
    reply: changed('The event.', (_, { links, params }) => links.event(params.eventId)),
    login: DELETE,
    sentences: {
      ADMINS_ONLY: 'You are not allowed to reject this event',
      EVENT_NOT_PENDING: 'This event cannot be rejected',
    },
  }),
  route('POST /v2.1/events/:eventId/hosts', operations.AddHostDocument, {
    summary: 'Add a host',
    body: hostBody.membersOf('AddHostInput'),
    variables: (request) => ({ input: { eventId: request.params.eventId, ...hostBody(request) } }),
    reply: created('The hosts of the event.', (_, { links, params }) =>
      links.below(links.event(params.eventId), 'hosts'),
    ),
    login: CREATE,
    sentences: {
      HOSTS_ONLY: 'You do not have permission to add hosts to this event',
      USER_UNKNOWN: 'No User found',
    },
    fieldNames: hostBody.fieldNames,
  }),
  route('DELETE /v2.1/events/:eventId/hosts/:userId', operations.RemoveHostDocument, {
    summary: 'Remove a host',
    variables: ({ params }) => ({ input: params }),
    reply: changed('The hosts of the event.', (_, { links, params }) =>
      links.below(links.event(params.eventId), 'hosts'),
    ),
    login: REMOVE,
    sentences: { HOSTS_ONLY: 'You do not have permission to remove hosts from this event' },
  }),
  route('POST /v2.1/events/:eventId/images', operations.SetEventImageDocument, {
    summary: 'Set the image of an event',
    description:
      'Sets or replaces the image of an event. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, ' +
      'FORBIDDEN, INVALID, TOO_LARGE, RATE_LIMITED, UNAVAILABLE.',
    body: { image: of('SetEventImageInput.image', { type: 'string', format: 'binary' }) },
    variables: ({ params, upload }) => ({ input: { eventId: params.eventId, image: upload('image') } }),
    reply: created('The event.', (_, { links, params }) => links.event(params.eventId)),
    login: CREATE,
    multipart: true,
  }),
  route('DELETE /v2.1/events/:eventId/images', operations.ClearEventImagesDocument, {
    summary: 'Remove the image of an event',
    variables: ({ params }) => ({ input: { eventId: params.eventId } }),
    reply: changed('The event.', (_, { links, params }) => links.event(params.eventId)),
    login: DELETE,
  }),
];
