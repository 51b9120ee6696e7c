import type { Data } from '../../graphql/ask.js';
import { address, flag, member, only, wholeAverage, type Member } from '../member.js';
import { host } from './person.js';
import { project, selectionOf } from '../member.js';

const below = (path: string) => address('events', ({ id }: Data) => id, path);
const forHosts =
  (path: string): Member['value'] =>
  (node, asking) =>
    node.viewerCanEdit ? below(path)(node, asking) : undefined;
const imageTypes: Readonly<Record<string, string>> = { ORIGINAL: 'orig', SMALL: 'small' };

/** The images of an event by their type; an empty object where there are none (contract §8 no. 9). */
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
export const event: readonly Member[] = [
  member('name', 'name'),
  member('url_friendly_name', 'slug'),
  member('start_date', 'startDate'),
  member('end_date', 'endDate'),
  member('description', 'description'),
  member('stub', 'stub'),
  member('href', 'websiteUrl'),
  member('tz_continent', 'timeZone', ({ timeZone }) => (timeZone.includes('/') ? timeZone.split('/')[0] : '')),
  member('tz_place', 'timeZone', ({ timeZone }) => timeZone.replace(/^[^/]*\//, '')),
  member('attendee_count', 'attendeeCount'),
  member('attending', 'viewerIsAttending'),
  member('event_average_rating', 'ratings { average }', wholeAverage),
  member('event_comments_count', 'commentCount'),
  member('tracks_count', 'trackCount'),
  member('talks_count', 'talkCount'),
  member('icon', 'icon', ({ icon }) => icon ?? ''),
  member('location', 'location'),
  member('rejection_reason', 'rejectionReason'),
  member('images', images.asked, images.value),
  member('tags', 'tags'),
  member('uri', 'id', below('')),
  member('verbose_uri', 'id', below('?verbose=yes')),
  member('comments_uri', 'id', below('/comments')),
  member('talks_uri', 'id', below('/talks')),
  member('tracks_uri', 'id', below('/tracks')),
  member('attending_uri', 'id', below('/attending')),
  member('images_uri', 'id', below('/images')),
  member('hosts_uri', 'id', below('/hosts')),
  member('pending', 'status reviewDate', ({ status, reviewDate }) =>
    status === 'APPROVED' && reviewDate === null ? null : Number(status === 'PENDING'),
  ),
  member('approval_uri', 'id status', (node, asking) =>
    node.status === 'PENDING' && asking.viewer?.isAdmin ? below('/approval')(node, asking) : undefined,
  ),
  member('website_uri', 'slug', ({ slug }, { base }) => `${base}/event/${encodeURIComponent(slug)}`),
  member('humane_website_uri', 'stub', ({ stub }, { base }) =>
    stub === null ? undefined : `${base}/e/${encodeURIComponent(stub)}`,
  ),
  member('attendees_uri', 'id', below('/attendees')),
  ...only('verbose', [
    member('latitude', 'latitude'),
    member('longitude', 'longitude'),
    member('contact_name', 'contactName'),
    member('hashtag', 'hashtag'),
    member('comments_enabled', 'commentsOpen', flag('commentsOpen')),
    member('cfp_start_date', 'cfpStartDate'),
    member('cfp_end_date', 'cfpEndDate'),
    member('cfp_url', 'cfpUrl'),
    member('talk_comments_count', 'talkCommentCount'),
    member('reported_comments_uri', 'id viewerCanEdit', forHosts('/comments/reported')),
    member('reported_talk_comments_uri', 'id viewerCanEdit', forHosts('/talk_comments/reported')),
    member('pending_claims_uri', 'id viewerCanEdit', forHosts('/claims')),
    member('all_talk_comments_uri', 'id', below('/talk_comments')),
    member('hosts', `hosts { ${selectionOf(host, false)} }`, ({ hosts }, asking) =>
      hosts.map((one: Data) => project(host, one, asking)),
    ),
    member('can_edit', 'viewerCanEdit'),
  ]),
];

/** Spec §2.3, contract §3.3: one form. */
export const track: readonly Member[] = [
  member('track_name', 'name'),
  member('track_description', 'description'),
  member('talks_count', 'talkCount'),
  member('uri', 'id', address('tracks')),
  member(
    'verbose_uri',
    'id',
    address('tracks', ({ id }) => id, '?verbose=yes'),
  ),
  member(
    'event_uri',
    'eventId',
    address('events', ({ eventId }) => eventId),
  ),
];
