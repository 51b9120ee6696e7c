import type { eventRecord, hostRecord } from '../../shape/event.js';
import { address, count, flag, listOf, named, number, one, orNull, rating, text } from '../json-schema.js';
import { of, only, own, verbose, type MembersOf } from '../member.js';

const link = (description: string) => own(address, description);

/** Contract §3.2. */
export const event: MembersOf<ReturnType<typeof eventRecord>> = {
  name: of('Event.name'),
  url_friendly_name: of('Event.slug'),
  start_date: of('Event.startDate'),
  end_date: of('Event.endDate'),
  description: of('Event.description'),
  stub: of('Event.stub'),
  href: of('Event.websiteUrl'),
  tz_continent: of('Event.timeZone', text, 'In v2.1 the first part, such as `Europe`; empty for zones of one part.'),
  tz_place: of('Event.timeZone', text, 'In v2.1 the remaining part, such as `London`.'),
  attendee_count: of('Event.attendeeCount', count),
  attending: of('Event.viewerIsAttending'),
  event_average_rating: of('Ratings.average', rating, 'In v2.1 rounded to an integer; 0 without ratings.'),
  event_comments_count: of('Event.commentCount', count),
  tracks_count: of('Event.trackCount', count),
  talks_count: of('Event.talkCount', count),
  icon: of('Event.icon', text, 'In v2.1 an empty string instead of null.'),
  location: of('Event.location'),
  rejection_reason: of('Event.rejectionReason'),
  images: of('Event.images', named('Images'), 'In v2.1 an object by kind; empty without images.'),
  tags: of('Event.tags'),
  uri: link('This event.'),
  verbose_uri: link('This event with `verbose=yes`.'),
  comments_uri: link('Comments on the event.'),
  talks_uri: link('Talks of the event.'),
  tracks_uri: link('Tracks of the event.'),
  attending_uri: link('Your attendance: GET reads it, POST and DELETE change it.'),
  images_uri: link('Images of the event.'),
  hosts_uri: link('Hosts of the event.'),
  pending: own(orNull(flag), '1 while pending approval, 0 once decided, null if approved without review.'),
  approval_uri: only(
    'for site administrators, while the event is pending approval',
    link('Approves the event, with POST.'),
  ),
  website_uri: link('Web page of the event.'),
  humane_website_uri: only('with a `stub`', link('Short URL of the web page.')),
  attendees_uri: link('Attendees of the event.'),
  latitude: verbose(of('Event.latitude')),
  longitude: verbose(of('Event.longitude')),
  contact_name: verbose(of('Event.contactName')),
  hashtag: verbose(of('Event.hashtag')),
  comments_enabled: verbose(of('Event.commentsOpen', flag)),
  cfp_start_date: verbose(of('Event.cfpStartDate')),
  cfp_end_date: verbose(of('Event.cfpEndDate')),
  cfp_url: verbose(of('Event.cfpUrl')),
  talk_comments_count: verbose(of('Event.talkCommentCount', count)),
  reported_comments_uri: only('for hosts, with `verbose=yes`', link('Reports of comments on the event.')),
  reported_talk_comments_uri: only('for hosts, with `verbose=yes`', link('Reports of comments on talks of the event.')),
  pending_claims_uri: only('for hosts, with `verbose=yes`', link('Pending speaker claims.')),
  all_talk_comments_uri: verbose(link('Comments on all talks of the event.')),
  hosts: verbose(of('Event.hosts', listOf(named('Host')))),
  can_edit: verbose(of('Event.viewerCanEdit')),
};

/** Contract §3.2, Hosts. */
export const host: MembersOf<ReturnType<typeof hostRecord>> = {
  host_name: of('User.fullName'),
  host_uri: link('The account.'),
};

export const image = {
  type: of('EventImage.kind', one('orig', 'small')),
  url: of('EventImage.url', address),
  width: of('EventImage.width', number),
  height: of('EventImage.height', number),
};
