import { trackRecord } from '../../../rest-facade/nouns/track/record.js';
import { eventRecord } from '../../../rest-facade/nouns/event/record.js';
import type { Data } from '../../graphql/ask.js';
import { host } from './person.js';
import { address, as, flag, membersOf, project, selectionOf, wholeAverage, type Member } from '../member.js';

const below = (path: string) => address('events', ({ id }: Data) => id, path);
const forHosts =
  (path: string): Member['value'] =>
  (node, asking) =>
    node.viewerCanEdit ? below(path)(node, asking) : undefined;
const imageTypes: Readonly<Record<string, string>> = { ORIGINAL: 'orig', SMALL: 'small' };

/** The images of an event by type; an empty object without images (contract 8-9). */
export const images = {
  asked: 'images { kind url width height }',
  value: (node: Data) =>
    Object.fromEntries(
      node.images.map(({ kind, url, width, height }: Data) => {
        const type = imageTypes[kind];
        return [type, { type, url, width, height }];
      }),
    ),
};

/** Spec §2.2, contract §3.2. */
export const event = membersOf(eventRecord, {
  tz_continent: as('timeZone', ({ timeZone }) => (timeZone.includes('/') ? timeZone.split('/')[0] : '')),
  tz_place: as('timeZone', ({ timeZone }) => timeZone.replace(/^[^/]*\//, '')),
  event_average_rating: as('ratings { average }', wholeAverage),
  icon: as('icon', ({ icon }) => icon ?? ''),
  images: as(images.asked, images.value),
  uri: as('id', below('')),
  verbose_uri: as('id', below('?verbose=yes')),
  comments_uri: as('id', below('/comments')),
  talks_uri: as('id', below('/talks')),
  tracks_uri: as('id', below('/tracks')),
  attending_uri: as('id', below('/attending')),
  images_uri: as('id', below('/images')),
  hosts_uri: as('id', below('/hosts')),
  pending: as('status reviewDate', ({ status, reviewDate }) =>
    status === 'APPROVED' && reviewDate === null ? null : Number(status === 'PENDING'),
  ),
  approval_uri: as('id status', (node, asking) =>
    node.status === 'PENDING' && asking.viewer?.isAdmin ? below('/approval')(node, asking) : undefined,
  ),
  calendar_uri: as('id', ({ id }, { base }) => `${base}/feeds/events/${id}.ics`),
  website_uri: as('slug', ({ slug }, { base }) => `${base}/event/${encodeURIComponent(slug)}`),
  humane_website_uri: as('stub', ({ stub }, { base }) =>
    stub === null ? undefined : `${base}/e/${encodeURIComponent(stub)}`,
  ),
  attendees_uri: as('id', below('/attendees')),
  comments_enabled: as('commentsOpen', flag('commentsOpen')),
  reported_comments_uri: as('id viewerCanEdit', forHosts('/comments/reported')),
  reported_talk_comments_uri: as('id viewerCanEdit', forHosts('/talk_comments/reported')),
  pending_claims_uri: as('id viewerCanEdit', forHosts('/claims')),
  all_talk_comments_uri: as('id', below('/talk_comments')),
  hosts: as(`hosts { ${selectionOf(host, false)} }`, ({ hosts }, asking) =>
    hosts.map((one: Data) => project(host, one, asking)),
  ),
});

/** Spec §2.3, contract §3.3: one form. */
export const track = membersOf(trackRecord, {
  uri: as('id', address('tracks')),
  verbose_uri: as(
    'id',
    address('tracks', ({ id }) => id, '?verbose=yes'),
  ),
  event_uri: as(
    'eventId',
    address('events', ({ eventId }) => eventId),
  ),
});
