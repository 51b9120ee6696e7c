import type { AskingFragment, EventRecordFragment } from '../operations/documents.generated.js';
import type { WireRequest } from '../request.js';
import { flag, imageKinds, wholeAverage } from '../wire-values.js';
import { verboseOnly } from './verbose.js';

type Asking = AskingFragment['viewer'];
type Links = WireRequest['links'];
type Images = EventRecordFragment['images'];

/** The event record, spec §2.2, in the member order of contract §3.2. */
export function eventRecord(event: EventRecordFragment, { links, verbose }: WireRequest, viewer: Asking) {
  const uri = links.event(event.id);
  const below = (name: string) => links.below(uri, name);
  const [continent, place] = zoneParts(event.timeZone);
  const pending = pendingFlag(event);
  return {
    name: event.name,
    url_friendly_name: event.slug,
    start_date: event.startDate,
    end_date: event.endDate,
    description: event.description,
    stub: event.stub,
    href: event.websiteUrl,
    tz_continent: continent,
    tz_place: place,
    attendee_count: event.attendeeCount,
    attending: event.viewerIsAttending,
    event_average_rating: wholeAverage(event.ratings),
    event_comments_count: event.commentCount,
    tracks_count: event.trackCount,
    talks_count: event.talkCount,
    icon: event.icon ?? '',
    location: event.location,
    rejection_reason: event.rejectionReason,
    images: imagesByKind(event.images),
    tags: event.tags,
    uri,
    verbose_uri: links.verbose(uri),
    comments_uri: below('comments'),
    talks_uri: below('talks'),
    tracks_uri: below('tracks'),
    attending_uri: below('attending'),
    images_uri: below('images'),
    hosts_uri: below('hosts'),
    pending,
    ...(pending === 1 && viewer?.isAdmin && { approval_uri: below('approval') }),
    website_uri: links.eventPage(event.slug),
    ...(event.stub !== null && { humane_website_uri: links.eventQuicklink(event.stub) }),
    attendees_uri: below('attendees'),
    ...(verbose && verboseMembers(event, links)),
  };
}

function verboseMembers(event: EventRecordFragment, links: Links) {
  const below = (name: string) => links.below(links.event(event.id), name);
  return {
    latitude: verboseOnly(event.latitude),
    longitude: verboseOnly(event.longitude),
    contact_name: verboseOnly(event.contactName),
    hashtag: verboseOnly(event.hashtag),
    comments_enabled: flag(verboseOnly(event.commentsOpen)),
    cfp_start_date: verboseOnly(event.cfpStartDate),
    cfp_end_date: verboseOnly(event.cfpEndDate),
    cfp_url: verboseOnly(event.cfpUrl),
    talk_comments_count: verboseOnly(event.talkCommentCount),
    ...(event.viewerCanEdit && {
      reported_comments_uri: below('comments/reported'),
      reported_talk_comments_uri: below('talk_comments/reported'),
      pending_claims_uri: below('claims'),
    }),
    all_talk_comments_uri: below('talk_comments'),
    hosts: verboseOnly(event.hosts).map((host) => hostRecord(host, { links })),
    can_edit: verboseOnly(event.viewerCanEdit),
  };
}

/** A host inside an event, and in the list of hosts (contract §3.2, Hosts). */
export function hostRecord(host: { id: string; fullName: string }, { links }: Pick<WireRequest, 'links'>) {
  return { host_name: host.fullName, host_uri: links.user(host.id) };
}

/** Maps images by kind; empty without images (contract §8 no. 9). */
export function imagesByKind(images: Images) {
  const byKind = images.map(({ kind, url, width, height }) => {
    const type = imageKinds[kind];
    return [type, { type, url, width, height }] as const;
  });
  return Object.fromEntries(byKind);
}

/** Splits at the first slash: `America` and `Argentina/Buenos_Aires`; a zone without a slash has no continent. */
function zoneParts(zone: string): [continent: string, place: string] {
  const slash = zone.indexOf('/');
  return slash === -1 ? ['', zone] : [zone.slice(0, slash), zone.slice(slash + 1)];
}

/** 1 while pending, 0 once reviewed, null if approved without review (contract §3.2). Rejection requires a review. */
function pendingFlag({ status, reviewDate }: EventRecordFragment): 0 | 1 | null {
  if (status === 'PENDING') return 1;
  return status === 'APPROVED' && reviewDate === null ? null : 0;
}
