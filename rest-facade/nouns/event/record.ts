import {
  address,
  count,
  flag as flagSchema,
  named,
  number,
  one,
  orNull,
  rating,
  text,
} from '../../wire/json-schema.js';
import { JsonText } from '../../wire/json.js';
import type { EventImageKind, EventStatus } from '../../operations/documents.generated.js';
import { record } from '../../table/record.js';
import { feed, link, page } from '../../table/record-links.js';
import { from, items, list, of, only, verbose, when } from '../../table/rows.js';
import type { WireRequest } from '../../wire/request.js';
import { flag, imageKinds, wholeAverage } from '../../wire/wire-values.js';

/** A host inside an event, and in the list of hosts (contract §3.2, Hosts). */
export const hostRecord = record(
  'User',
  { host_name: of('fullName'), host_uri: link('/users/{id}', 'The account.') },
  'Host',
);

export const imageRecord = record(
  'EventImage',
  {
    type: of('kind', (kind: EventImageKind) => imageKinds[kind], { schema: one('orig', 'small') }),
    url: of('url', { schema: address }),
    width: of('width', { schema: number }),
    height: of('height', { schema: number }),
  },
  'Image',
);

interface EventImage {
  readonly kind: EventImageKind;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Maps images by kind; empty without images (contract 8-9). An event has at most one image of each kind. */
export function imagesByKind(images: readonly EventImage[], request: WireRequest): JsonText {
  const members = images.map((image) => `"${imageKinds[image.kind]}":${imageRecord.write(image, request, null)}`);
  return new JsonText(`{${members.join()}}`);
}

/** Splits a time zone at the first slash; one without a slash has no continent. */
const continentOf = (zone: string): string => zone.slice(0, Math.max(zone.indexOf('/'), 0));
const placeOf = (zone: string): string => zone.slice(zone.indexOf('/') + 1);

/** 1 while pending, 0 once reviewed, null if approved without review (contract §3.2). Rejection requires a review. */
function pendingFlag({ status, reviewDate }: { status: EventStatus; reviewDate: string | null }): 0 | 1 | null {
  if (status === 'PENDING') return 1;
  return status === 'APPROVED' && reviewDate === null ? null : 0;
}

const forEditors = when('viewerCanEdit', (canEdit: boolean) => canEdit);
const HOSTS = 'for hosts';

/** Spec §2.2, in the member order of contract §3.2. */
export const eventRecord = record('Event', {
  name: of('name'),
  url_friendly_name: of('slug'),
  start_date: of('startDate'),
  end_date: of('endDate'),
  description: of('description'),
  stub: of('stub'),
  href: of('websiteUrl'),
  tz_continent: of('timeZone', continentOf, {
    schema: text,
    description: 'First part of the IANA time zone name, such as `Europe`; empty for zones of one part.',
  }),
  tz_place: of('timeZone', placeOf, {
    schema: text,
    description: 'Remaining part of the IANA time zone name, such as `London`.',
  }),
  attendee_count: of('attendeeCount', { schema: count }),
  attending: of('viewerIsAttending'),
  event_average_rating: of('ratings.average', wholeAverage, {
    schema: rating,
    description: 'Average rating, rounded to an integer; 0 if there are no ratings.',
  }),
  event_comments_count: of('commentCount', { schema: count }),
  tracks_count: of('trackCount', { schema: count }),
  talks_count: of('talkCount', { schema: count }),
  icon: of('icon', (icon: string | null) => icon ?? '', {
    schema: text,
    description: 'File name of the small image; empty if there is none.',
  }),
  location: of('location'),
  rejection_reason: of('rejectionReason'),
  images: items('images', ['kind', 'url', 'width', 'height'], imagesByKind, {
    schema: named('Images'),
    note: 'In v2.1 an object by kind; empty without images.',
  }),
  tags: of('tags'),
  uri: link('/events/{id}', 'This event.'),
  verbose_uri: link('/events/{id}?verbose=yes', 'This event with `verbose=yes`.'),
  comments_uri: link('/events/{id}/comments', 'Comments on the event.'),
  talks_uri: link('/events/{id}/talks', 'Talks of the event.'),
  tracks_uri: link('/events/{id}/tracks', 'Tracks of the event.'),
  attending_uri: link('/events/{id}/attending', 'Your attendance: GET reads it, POST and DELETE change it.'),
  images_uri: link('/events/{id}/images', 'Images of the event.'),
  hosts_uri: link('/events/{id}/hosts', 'Hosts of the event.'),
  pending: from(['status', 'reviewDate'], pendingFlag, {
    schema: orNull(flagSchema),
    description: '1 while pending approval, 0 once decided, null if approved without review.',
  }),
  approval_uri: only(
    'for site administrators, while the event is pending approval',
    link('/events/{id}/approval', 'Approves the event, with POST.'),
    when('status', (status: EventStatus, viewer) => status === 'PENDING' && viewer?.isAdmin === true),
  ),
  website_uri: page('/event/{slug}', 'Web page of the event.'),
  humane_website_uri: page('/e/{stub}', 'Short URL of the web page.', 'with a `stub`'),
  attendees_uri: link('/events/{id}/attendees', 'Attendees of the event.'),
  latitude: verbose(of('latitude')),
  longitude: verbose(of('longitude')),
  contact_name: verbose(of('contactName')),
  hashtag: verbose(of('hashtag')),
  comments_enabled: verbose(of('commentsOpen', flag, { schema: flagSchema })),
  cfp_start_date: verbose(of('cfpStartDate')),
  cfp_end_date: verbose(of('cfpEndDate')),
  cfp_url: verbose(of('cfpUrl')),
  calendar_uri: verbose(feed('/feeds/events/{id}.ics', 'The talks of the event as an iCalendar feed.')),
  talk_comments_count: verbose(of('talkCommentCount', { schema: count })),
  reported_comments_uri: verbose(
    only(HOSTS, link('/events/{id}/comments/reported', 'Reports of comments on the event.'), forEditors),
  ),
  reported_talk_comments_uri: verbose(
    only(HOSTS, link('/events/{id}/talk_comments/reported', 'Reports of comments on talks of the event.'), forEditors),
  ),
  pending_claims_uri: verbose(only(HOSTS, link('/events/{id}/claims', 'Pending speaker claims.'), forEditors)),
  all_talk_comments_uri: verbose(link('/events/{id}/talk_comments', 'Comments on all talks of the event.')),
  hosts: verbose(list('hosts', hostRecord)),
  can_edit: verbose(of('viewerCanEdit')),
});
