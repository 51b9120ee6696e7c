import { may } from './truth.js';
import type { At } from './world.js';
import type { Write } from './write.js';

const HOSTS = 'FORBIDDEN HOSTS_ONLY';
const ADMINS = 'FORBIDDEN ADMINS_ONLY';
const HIDDEN = 'NOT_FOUND EVENT_UNKNOWN';

const body = () => ({
  ...{ name: 'Quiet Code', description: 'Silence', location: 'Utrecht', tz_continent: 'Europe', tz_place: 'Amsterdam' },
  ...{
    start_date: '2090-12-05 09:30',
    end_date: '2090-12-06T16:00:00Z',
    href: 'https://quiet.example.org/',
    tags: ['Ünï'],
  },
  ...{ cfp_url: '', cfp_start_date: '2026-11-01', latitude: 52.09, longitude: '5.12' },
});
const input = () => ({
  ...{ name: 'Quiet Code', description: 'Silence', location: 'Utrecht', timeZone: 'Europe/Amsterdam' },
  ...{
    startDate: '2090-12-05 09:30',
    endDate: '2090-12-06T16:00:00Z',
    websiteUrl: 'https://quiet.example.org/',
    tags: ['Ünï'],
  },
  ...{ cfpUrl: '', cfpStartDate: '2026-11-01', latitude: 52.09, longitude: 5.12 },
});
const everythingWrong = {
  told:
    'INVALID FIELD_REQUIRED:name FIELD_REQUIRED:description FIELD_REQUIRED:location DATE_UNREADABLE:start_date ' +
    'FIELD_REQUIRED:end_date URL_INVALID:href NUMBER_OUT_OF_RANGE:latitude',
  body: { name: '', description: ' ', location: '', start_date: 'soon', end_date: '', href: 'ftp://x', latitude: 91 },
  input: {
    name: '',
    description: ' ',
    location: '',
    startDate: 'soon',
    endDate: '',
    websiteUrl: 'ftp://x',
    latitude: 91,
  },
};
const reversed = {
  told: 'INVALID DATES_REVERSED:end_date',
  body: { end_date: '2090-12-04' },
  input: { endDate: '2090-12-04' },
};
const noZone = {
  told: 'INVALID TIME_ZONE_UNKNOWN:tz_place TOO_MANY_TAGS:tags',
  body: { tz_place: 'Atlantis', tags: Array.from({ length: 51 }, (_, index) => `tag ${index}`) },
  input: { timeZone: 'Europe/Atlantis', tags: Array.from({ length: 51 }, (_, index) => `tag ${index}`) },
};
const omitted = { longitude: undefined, tags: undefined, cfpUrl: undefined };
const event = ({ event }: At) => [event];
const eventId = ({ event }: At) => ({ eventId: event });
const unreviewed = ({ hidden }: At) => [hidden.event];

/** Callers who can see a pending event learn that only administrators may decide; for others it does not exist. */
const reviewers = may('admins', HIDDEN, { host: ADMINS });

export const writesToEvents: readonly Write[] = [
  {
    ...{ name: 'submit an event', mutation: 'submitEvent', row: 'POST /v2.1/events' },
    ...{ ids: () => [], body, input, asks: ['needsNoApproval'], truth: may('members') },
    leaves: {
      query: 'select status from events order by id desc limit 1',
      by: { stranger: 'PENDING', host: 'PENDING', trusted: 'APPROVED', admin: 'APPROVED', adminElsewhere: 'APPROVED' },
    },
    wrong: [
      { by: 'stranger', ...everythingWrong },
      { by: 'stranger', ...reversed },
      { by: 'stranger', ...noZone },
      { by: 'host', told: 'INVALID TOO_MANY_PENDING_EVENTS', times: 4 },
    ],
  },
  {
    ...{ name: 'replace an event', mutation: 'replaceEvent', row: 'PUT /v2.1/events/{id}' },
    ...{ ids: event, body, input: (at) => ({ ...eventId(at), ...input() }) },
    ...{ asks: ['mayReplaceEvent'], truth: may('hosts', HOSTS), unseen: 'EVENT_UNKNOWN' },
    wrong: [
      { by: 'host', ...everythingWrong },
      { by: 'host', ...reversed },
      { by: 'host', ...noZone },
    ],
  },
  {
    ...{ name: 'replace little of an event', mutation: 'replaceEvent', row: 'PUT /v2.1/events/{id}', ids: event },
    body: () => ({
      ...body(),
      ...{ href: '', latitude: '', longitude: undefined, tags: undefined, cfp_url: undefined },
    }),
    input: (at) => ({ ...eventId(at), ...input(), ...{ websiteUrl: null, latitude: null }, ...omitted }),
    ...{ asks: ['mayReplaceEvent'], truth: may('hosts', HOSTS), unseen: 'EVENT_UNKNOWN', wrong: [] },
  },
  {
    ...{ name: 'approve an event', mutation: 'approveEvent', row: 'POST /v2.1/events/{id}/approval' },
    ...{
      ids: unreviewed,
      input: ({ hidden }) => ({ eventId: hidden.event }),
      asks: ['mayReviewEvent'],
      truth: reviewers,
    },
    wrong: [{ by: 'admin', told: 'INVALID EVENT_NOT_PENDING', times: 2 }],
  },
  {
    ...{ name: 'reject an event', mutation: 'rejectEvent', row: 'DELETE /v2.1/events/{id}/approval' },
    ...{ ids: unreviewed, body: () => ({ reason: 'Too loud' }), asks: ['mayReviewEvent'], truth: reviewers },
    input: ({ hidden }) => ({ eventId: hidden.event, reason: 'Too loud' }),
    wrong: [
      { by: 'admin', told: 'INVALID EVENT_NOT_PENDING', times: 2 },
      {
        ...{ by: 'admin', told: 'INVALID TEXT_TOO_LONG:reason' },
        ...{ body: { reason: 'x'.repeat(201) }, input: { reason: 'x'.repeat(201) } },
      },
    ],
  },
  {
    ...{ name: 'add a host', mutation: 'addHost', row: 'POST /v2.1/events/{id}/hosts', ids: event },
    ...{ body: () => ({ host_name: 'Stranger' }), input: (at) => ({ ...eventId(at), username: 'Stranger' }) },
    ...{ asks: ['mayAddHost'], truth: may('hosts', HOSTS), unseen: 'EVENT_UNKNOWN' },
    wrong: [
      {
        ...{ by: 'host', told: 'INVALID ALREADY_HOST:host_name' },
        ...{ body: { host_name: 'cohost' }, input: { username: 'cohost' } },
      },
      {
        ...{ by: 'host', told: 'NOT_FOUND USER_UNKNOWN:host_name' },
        ...{ body: { host_name: 'inactive' }, input: { username: 'inactive' } },
      },
    ],
  },
  {
    ...{ name: 'remove a host', mutation: 'removeHost', row: 'DELETE /v2.1/events/{id}/hosts/{user}' },
    ...{
      ids: ({ event, users }) => [event, users.coHost],
      input: (at) => ({ ...eventId(at), userId: at.users.coHost }),
    },
    ...{ asks: ['mayRemoveHost'], truth: may('hosts', HOSTS), unseen: 'EVENT_UNKNOWN' },
    wrong: [
      {
        ...{ by: 'host', told: 'NOT_FOUND USER_UNKNOWN:user_id' },
        about: (at) => ({ ...at, users: { ...at.users, coHost: 'nobody' } }),
      },
      {
        ...{ by: 'host', told: 'FORBIDDEN OWN_HOSTING_STAYS' },
        about: (at) => ({ ...at, users: { ...at.users, coHost: at.users.host } }),
      },
      {
        ...{ by: 'admin', told: 'FORBIDDEN LAST_HOST_STAYS' },
        given: ({ event, users }) => `delete from event_hosts where event_id = ${event} and user_id <> ${users.coHost}`,
      },
    ],
  },
  {
    ...{ name: 'set the image of an event', mutation: 'setEventImage', row: 'POST /v2.1/events/{id}/images' },
    ...{ hasFile: true, ids: event, input: (at) => ({ ...eventId(at), image: null }) },
    ...{ asks: ['maySetEventImage'], truth: may('hosts', HOSTS), unseen: 'EVENT_UNKNOWN' },
    wrong: [
      { by: 'host', told: 'INVALID IMAGE_NOT_SQUARE:image', image: [201, 200] },
      { by: 'host', told: 'INVALID IMAGE_TOO_SMALL:image', image: [139, 139] },
      { by: 'host', told: 'INVALID IMAGE_TOO_LARGE:image', image: [1441, 1441] },
      { by: 'host', told: 'INVALID IMAGE_UNREADABLE:image', image: [0, 0] },
    ],
  },
  {
    ...{ name: 'clear the image of an event', mutation: 'clearEventImages', row: 'DELETE /v2.1/events/{id}/images' },
    ...{ ids: event, input: eventId },
    ...{ asks: ['mayClearEventImages'], truth: may('hosts', HOSTS), unseen: 'EVENT_UNKNOWN', wrong: [] },
  },
  {
    ...{ name: 'attend an event', mutation: 'attendEvent', row: 'POST /v2.1/events/{id}/attending', ids: event },
    ...{ input: eventId, asks: [], truth: may('attending'), unseen: 'EVENT_UNKNOWN', wrong: [] },
  },
  {
    ...{ name: 'leave an event', mutation: 'leaveEvent', row: 'DELETE /v2.1/events/{id}/attending', ids: event },
    ...{ input: eventId, asks: [], truth: may('leaving'), unseen: 'EVENT_UNKNOWN', wrong: [] },
  },
];
