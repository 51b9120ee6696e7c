import { eventFilters } from '../../wire-values.js';
import { address, named, one, text, yesOrNo } from '../json-schema.js';
import { of, type Members } from '../member.js';
import { bare, changed, created, done, page, single, type Operations } from '../operation.js';

/** The body of POST and of PUT (spec §4.2). */
const eventBody = (input: 'SubmitEventInput' | 'ReplaceEventInput'): Members => ({
  name: of(`${input}.name`),
  description: of(`${input}.description`),
  location: of(`${input}.location`),
  start_date: of(`${input}.startDate`),
  end_date: of(`${input}.endDate`),
  tz_continent: of(`${input}.timeZone`, text, 'Here its first part, such as `Europe`; empty for zones of one part.'),
  tz_place: of(`${input}.timeZone`, text, 'Here the rest of it, such as `London`.'),
  href: of(`${input}.websiteUrl`),
  cfp_url: of(`${input}.cfpUrl`),
  cfp_start_date: of(`${input}.cfpStartDate`),
  cfp_end_date: of(`${input}.cfpEndDate`),
  latitude: of(`${input}.latitude`),
  longitude: of(`${input}.longitude`),
  tags: of(`${input}.tags`),
});

const collections = bare({
  events: { ...address, description: 'All events.' },
  'hot-events': { ...address, description: 'Events that people talk about.' },
  'upcoming-events': { ...address, description: 'Events to come.' },
  'past-events': { ...address, description: 'Events that are over.' },
  'open-cfps': { ...address, description: 'Events whose calls for papers are open.' },
});
const landing = 'Where everything begins: follow the addresses.';

/** Spec §4.2, contract §3.2. */
export const eventOperations: Operations = {
  'GET /': { summary: 'The collections', answers: collections, description: landing },
  'GET /v2.1': {
    summary: 'The collections of v2.1',
    answers: collections,
    description: landing,
    id: 'LandingOfVersion',
  },
  'GET /v2.1/events': {
    summary: 'Events',
    answers: page('events', 'Event'),
    query: {
      filter: of('Query.events.filter', one(...Object.keys(eventFilters)), 'Unknown words are ignored.'),
      title: of('Query.events.title'),
      stub: of('Query.events.stub'),
      'tags[]': of('Query.events.tags'),
      startdate: of('Query.events.from', text, 'Dates that cannot be read are ignored.'),
      enddate: of('Query.events.until', text, 'Dates that cannot be read are ignored.'),
    },
    statuses: [403],
  },
  'POST /v2.1/events': {
    summary: 'Submit an event',
    body: eventBody('SubmitEventInput'),
    answers: [
      {
        status: 201,
        description: 'Made.',
        location: 'All events, or the new one: the service can be set to either.',
        contentLocation: 'The new event, which its hosts may read before it is approved.',
      },
      {
        status: 202,
        description: 'Awaits approval: where the service is set to tell so.',
        location: 'All events.',
      },
    ],
  },
  'GET /v2.1/events/:eventId': { summary: 'An event', answers: single('events', 'Event') },
  'PUT /v2.1/events/:eventId': {
    summary: 'Describe an event anew',
    body: eventBody('ReplaceEventInput'),
    answers: changed('The event.'),
  },
  'GET /v2.1/events/:eventId/talks': { summary: 'Talks of an event', answers: page('talks', 'Talk') },
  'GET /v2.1/events/:eventId/tracks': { summary: 'Tracks of an event', answers: page('tracks', 'Track') },
  'GET /v2.1/events/:eventId/comments': {
    summary: 'Comments on an event',
    answers: page('comments', 'EventComment'),
  },
  'GET /v2.1/events/:eventId/talk_comments': {
    summary: 'Comments on the talks of an event',
    answers: page('comments', 'TalkComment'),
  },
  'GET /v2.1/events/:eventId/attendees': { summary: 'Who attends an event', answers: page('users', 'User') },
  'GET /v2.1/events/:eventId/attending': {
    summary: 'Whether you attend an event',
    answers: bare({ is_attending: { ...yesOrNo, description: 'Whether you attend.' } }),
  },
  'POST /v2.1/events/:eventId/attending': { summary: 'Attend an event', answers: created('This address.') },
  'DELETE /v2.1/events/:eventId/attending': { summary: 'Attend an event no longer', answers: done('This address.') },
  'POST /v2.1/events/:eventId/approval': { summary: 'Approve an event', answers: changed('The event.') },
  'DELETE /v2.1/events/:eventId/approval': {
    summary: 'Reject an event',
    answers: changed('The event.'),
    query: { reason: of('RejectEventInput.reason', text, 'It may stand in a body as well.') },
  },
  'GET /v2.1/events/:eventId/hosts': { summary: 'Hosts of an event', answers: page('hosts', 'Host') },
  'POST /v2.1/events/:eventId/hosts': {
    summary: 'Add a host',
    body: { host_name: of('AddHostInput.username') },
    answers: created('The hosts of the event.'),
  },
  'DELETE /v2.1/events/:eventId/hosts/:userId': {
    summary: 'Remove a host',
    answers: changed('The hosts of the event.'),
  },
  'GET /v2.1/events/:eventId/images': { summary: 'Images of an event', answers: bare({ images: named('Images') }) },
  'POST /v2.1/events/:eventId/images': {
    summary: 'Give an event an image',
    description:
      'Gives an event an image, in place of the one it has; for its hosts. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, ' +
      'INVALID, TOO_LARGE, UNAVAILABLE.',
    body: { image: of('SetEventImageInput.image', { type: 'string', format: 'binary' }) },
    answers: created('The event.'),
  },
  'DELETE /v2.1/events/:eventId/images': { summary: 'Take the image away', answers: changed('The event.') },
};
