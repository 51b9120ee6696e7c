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
  tz_continent: of('Event.timeZone', text, 'Here its first part, such as `Europe`; empty for zones of one part.'),
  tz_place: of('Event.timeZone', text, 'Here the rest of it, such as `London`.'),
  attendee_count: of('Event.attendeeCount', count),
  attending: of('Event.viewerIsAttending'),
  event_average_rating: of('Ratings.average', rating, 'Here a whole number, 0 when nobody rated.'),
  event_comments_count: of('Event.commentCount', count),
  tracks_count: of('Event.trackCount', count),
  talks_count: of('Event.talkCount', count),
  icon: of('Event.icon'),
  location: of('Event.location'),
  rejection_reason: of('Event.rejectionReason'),
  images: of('Event.images', named('Images'), 'Here by their kinds; empty when there are none.'),
  tags: of('Event.tags'),
  uri: link('This event.'),
  verbose_uri: link('This event with `verbose=yes`.'),
  comments_uri: link('The comments on the event.'),
  talks_uri: link('Its talks.'),
  tracks_uri: link('Its tracks.'),
  attending_uri: link('Whether you attend; where you say that you do.'),
  images_uri: link('Its images.'),
  hosts_uri: link('Its hosts.'),
  pending: own(orNull(flag), '1 while it awaits approval, 0 once that is decided, null when it needed none.'),
  approval_uri: only('for site administrators, while the event awaits approval', link('Where it is approved.')),
  website_uri: link('Its page for people.'),
  humane_website_uri: only('with a `stub`', link('The same, short enough to be said aloud.')),
  attendees_uri: link('Who attends.'),
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
  reported_talk_comments_uri: only('for hosts, with `verbose=yes`', link('Reports of comments on its talks.')),
  pending_claims_uri: only('for hosts, with `verbose=yes`', link('Speakers who wait to be confirmed.')),
  all_talk_comments_uri: verbose(link('The comments on all of its talks.')),
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
