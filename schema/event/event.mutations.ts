import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../src/core/context.js';
import { approveEvent, rejectEvent } from '../../src/core/event/event-approval.js';
import { clearEventImages, setEventImage } from '../../src/core/event/event-images.js';
import { replaceEvent, submitEvent } from '../../src/core/event/events.js';
import { addHost, removeHost } from '../../src/core/event/hosts.js';
import { attendEvent, leaveEvent } from '../../src/core/event/attendance.js';
import { updateEvent } from '../../src/core/event/update-event.js';
import { field, nullable, optional } from '../fields.js';
import { changed, mutation, mutations } from '../root-fields.js';
import { selectsOnlyId } from '../selection.js';
import { programmeOutside } from './programme-outside.js';

/** @param optional what omitting an optional field means */
const eventFields = (optional: string) => ({
  name: field.string('The name of the event; at most 200 characters.'),
  description: field.string('The description of the event; at most 65535 characters.'),
  location: field.string('The venue or city, or the word `online`; at most 65535 characters.'),
  startDate: field.tolerantDateTime('Start of the event.'),
  endDate: field.tolerantDateTime('End of the event; must not precede its start.'),
  timeZone: field.string(
    'An IANA time zone name, such as `Europe/Amsterdam`. Dates without a UTC offset are parsed in this time zone.',
  ),
  websiteUrl: nullable.string(
    `URL of the event's website, http or https; at most 600 characters. "http://" is prepended if it begins with "www.". ${optional}`,
  ),
  cfpUrl: nullable.string(
    `URL of the call for papers, http or https; at most 200 characters. "http://" is prepended if it begins with "www.". ${optional}`,
  ),
  cfpStartDate: nullable.tolerantDateTime(`Opening time of the call for papers. ${optional}`),
  cfpEndDate: nullable.tolerantDateTime(`Closing time of the call for papers. ${optional}`),
  latitude: nullable.float(`Latitude in degrees north, from -90 to 90. ${optional}`),
  longitude: nullable.float(`Longitude in degrees east, from -180 to 180. ${optional}`),
  tags: nullable.strings(
    `Tags for search, stored in lower case: at most 50, each of at most 200 characters. A comma separates tags. ${optional}`,
  ),
});

const event = field.record('Event', 'The event after the mutation.');
const eventWithHosts = field.record('Event', 'The event, with its updated hosts.');
const eventWithImages = field.record('Event', 'The event, with its updated images.');
const eventWithAttendees = field.record('Event', 'The event, with its updated attendee count.');

const attended = async (context: Context, info: GraphQLResolveInfo, id: string) =>
  selectsOnlyId(info, 'event') ? { event: { id } } : changed(context, 'event', id);

export const eventMutations = mutations({
  submitEvent: mutation({
    scopes: ['host'],
    description:
      'Submits an event, which the viewer then hosts and attends. It is pending until approved, unless the viewer is trusted or a site administrator. The number of pending events per user is limited. Errors: UNAUTHENTICATED, INVALID.',
    input: eventFields('None if omitted or null.'),
    payload: { event },
    run: async (context, input) => changed(context, 'event', await submitEvent(context, input)),
  }),

  replaceEvent: mutation({
    scopes: ['host'],
    description:
      'Replaces the fields of an event. Slug, stub, hosts and status are unchanged. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: {
      ...eventFields('Unchanged if omitted; null clears it.'),
      eventId: field.id('ID of the event to replace.'),
    },
    payload: { event, programmeOutside },
    run: async (context, { eventId, ...fields }) =>
      changed(context, 'event', await replaceEvent(context, eventId, fields)),
  }),

  updateEvent: mutation({
    scopes: ['host'],
    description:
      'Changes the given fields of an event; the others are neither validated nor written. Otherwise as `replaceEvent`. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: {
      ...optional(eventFields('Unchanged if omitted; null clears it.')),
      eventId: field.id('ID of the event to change.'),
    },
    payload: { event, programmeOutside },
    run: async (context, { eventId, ...fields }) =>
      changed(context, 'event', await updateEvent(context, eventId, fields)),
  }),

  approveEvent: mutation({
    scopes: ['host'],
    description:
      'Approves a pending or withdrawn event and notifies its hosts by mail. Requires a site administrator. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: { eventId: field.id('ID of the event to approve.') },
    payload: { event },
    run: async (context, { eventId }) => changed(context, 'event', await approveEvent(context, eventId)),
  }),

  rejectEvent: mutation({
    scopes: ['host'],
    description:
      'Rejects a pending event. Requires a site administrator. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: {
      eventId: field.id('ID of the event to reject.'),
      reason: nullable.string(
        'Reason for the rejection, sent to the hosts by mail and stored in `rejectionReason`; at most 200 characters. Without a reason, no mail is sent.',
      ),
    },
    payload: { event },
    run: async (context, { eventId, reason }) =>
      changed(context, 'event', await rejectEvent(context, eventId, reason ?? null)),
  }),

  addHost: mutation({
    scopes: ['host'],
    description:
      'Adds a user to the hosts of an event. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: {
      eventId: field.id('ID of the event.'),
      username: field.string('Username of the account to add, case-insensitive.'),
    },
    payload: { event: eventWithHosts },
    run: async (context, { eventId, username }) => changed(context, 'event', await addHost(context, eventId, username)),
  }),

  removeHost: mutation({
    scopes: ['host'],
    description:
      'Removes another user from the hosts of an event. Idempotent. The last host cannot be removed. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
    input: { eventId: field.id('ID of the event.'), userId: field.id('ID of the account to remove.') },
    payload: { event: eventWithHosts },
    run: async (context, { eventId, userId }) => changed(context, 'event', await removeHost(context, eventId, userId)),
  }),

  setEventImage: mutation({
    scopes: ['host'],
    description:
      'Sets or replaces the image of an event. Requires a host of the event. Send it as a GraphQL multipart request with the header `apollo-require-preflight`. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID, TOO_LARGE, RATE_LIMITED, UNAVAILABLE.',
    input: {
      eventId: field.id('ID of the event.'),
      image: field.upload('A square PNG, JPEG or GIF image of 140 to 1440 pixels per side; at most 10 MB.'),
    },
    payload: { event: eventWithImages },
    run: async (context, { eventId, image }) => changed(context, 'event', await setEventImage(context, eventId, image)),
  }),

  clearEventImages: mutation({
    scopes: ['host'],
    description:
      'Removes the image of an event. Idempotent. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
    input: { eventId: field.id('ID of the event whose image to remove.') },
    payload: { event: eventWithImages },
    run: async (context, { eventId }) => changed(context, 'event', await clearEventImages(context, eventId)),
  }),

  attendEvent: mutation({
    scopes: ['feedback'],
    description: 'Marks the viewer as attending an event. Idempotent. Errors: UNAUTHENTICATED, NOT_FOUND.',
    input: { eventId: field.id('ID of the event to attend.') },
    payload: { event: eventWithAttendees },
    run: async (context, { eventId }, info) => attended(context, info, await attendEvent(context, eventId)),
  }),

  leaveEvent: mutation({
    scopes: ['feedback'],
    description: 'Removes the viewer from the attendees of an event. Idempotent. Errors: UNAUTHENTICATED, NOT_FOUND.',
    input: { eventId: field.id('ID of the event to no longer attend.') },
    payload: { event: eventWithAttendees },
    run: async (context, { eventId }, info) => attended(context, info, await leaveEvent(context, eventId)),
  }),
});
