import { eventBody } from './body.js';
import { eventFilters } from '../wire-values.js';
import { address, named, one, text, yesOrNo } from '../openapi/json-schema.js';
import { of } from '../openapi/member.js';
import { bare, changed, created, done, page, single, type Operations } from '../openapi/operation.js';

const collections = bare({
  events: { ...address, description: 'All events.' },
  'hot-events': { ...address, description: 'Popular events.' },
  'upcoming-events': { ...address, description: 'Upcoming events.' },
  'past-events': { ...address, description: 'Past events.' },
  'open-cfps': { ...address, description: 'Events with an open call for papers.' },
});
const landing = 'Entry point: follow the links.';

/** Spec §4.2, contract §3.2. */
export const eventOperations: Operations = {
  'GET /': { summary: 'List collections', answers: collections, description: landing },
  'GET /v2.1': {
    summary: 'List collections of v2.1',
    answers: collections,
    description: landing,
    id: 'LandingOfVersion',
  },
  'GET /v2.1/events': {
    summary: 'List events',
    answers: page('events', 'Event'),
    query: {
      filter: of('Query.events.filter', one(...Object.keys(eventFilters)), 'Unknown values are ignored.'),
      title: of('Query.events.title'),
      stub: of('Query.events.stub'),
      'tags[]': of('Query.events.tags'),
      startdate: of('Query.events.from', text, 'Malformed dates are ignored.'),
      enddate: of('Query.events.until', text, 'Malformed dates are ignored.'),
    },
    statuses: [403],
  },
  'POST /v2.1/events': {
    summary: 'Submit an event',
    body: eventBody.membersOf('SubmitEventInput'),
    answers: [
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
  },
  'GET /v2.1/events/:eventId': { summary: 'Get an event', answers: single('events', 'Event') },
  'PUT /v2.1/events/:eventId': {
    summary: 'Replace an event',
    body: eventBody.membersOf('ReplaceEventInput'),
    answers: changed('The event.'),
  },
  'GET /v2.1/events/:eventId/talks': { summary: 'List talks of an event', answers: page('talks', 'Talk') },
  'GET /v2.1/events/:eventId/tracks': { summary: 'List tracks of an event', answers: page('tracks', 'Track') },
  'GET /v2.1/events/:eventId/comments': {
    summary: 'List comments on an event',
    answers: page('comments', 'EventComment'),
  },
  'GET /v2.1/events/:eventId/talk_comments': {
    summary: 'List comments on the talks of an event',
    answers: page('comments', 'TalkComment'),
  },
  'GET /v2.1/events/:eventId/attendees': { summary: 'List attendees of an event', answers: page('users', 'User') },
  'GET /v2.1/events/:eventId/attending': {
    summary: 'Check whether you attend an event',
    answers: bare({ is_attending: { ...yesOrNo, description: 'Whether you attend the event.' } }),
  },
  'POST /v2.1/events/:eventId/attending': { summary: 'Attend an event', answers: created('The request URL.') },
  'DELETE /v2.1/events/:eventId/attending': { summary: 'Stop attending an event', answers: done('The request URL.') },
  'POST /v2.1/events/:eventId/approval': { summary: 'Approve an event', answers: changed('The event.') },
  'DELETE /v2.1/events/:eventId/approval': {
    summary: 'Reject an event',
    answers: changed('The event.'),
    query: { reason: of('RejectEventInput.reason', text, 'Also accepted in the body.') },
  },
  'GET /v2.1/events/:eventId/hosts': { summary: 'List hosts of an event', answers: page('hosts', 'Host') },
  'POST /v2.1/events/:eventId/hosts': {
    summary: 'Add a host',
    body: { host_name: of('AddHostInput.username') },
    answers: created('The hosts of the event.'),
  },
  'DELETE /v2.1/events/:eventId/hosts/:userId': {
    summary: 'Remove a host',
    answers: changed('The hosts of the event.'),
  },
  'GET /v2.1/events/:eventId/images': {
    summary: 'List images of an event',
    answers: bare({ images: named('Images') }),
  },
  'POST /v2.1/events/:eventId/images': {
    summary: 'Set the image of an event',
    description:
      'Sets or replaces the image of an event; for its hosts. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, ' +
      'INVALID, TOO_LARGE, UNAVAILABLE.',
    body: { image: of('SetEventImageInput.image', { type: 'string', format: 'binary' }) },
    answers: created('The event.'),
  },
  'DELETE /v2.1/events/:eventId/images': { summary: 'Remove the image of an event', answers: changed('The event.') },
};
