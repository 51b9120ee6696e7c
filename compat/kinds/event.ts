import type { Kind } from './kind.js';

// The event and its nested records, contract §3.2.

export const event: Kind = {
  section: '3.2',
  root: 'events',
  inside: { hosts: 'host', images: 'image' },
  fields: [
    ['name', 'text'],
    ['url_friendly_name', 'text'],
    ['start_date', 'date'],
    ['end_date', 'date'],
    ['description', 'text'],
    ['stub', 'text?'],
    ['href', 'text?'],
    ['tz_continent', 'text'],
    ['tz_place', 'text'],
    ['attendee_count', 'integer'],
    ['attending', 'boolean'],
    ['event_average_rating', 'integer'],
    ['event_comments_count', 'integer'],
    ['tracks_count', 'integer'],
    ['talks_count', 'integer'],
    ['icon', 'text'],
    ['location', 'text'],
    ['rejection_reason', 'text?'],
    ['images', 'object'],
    ['tags', 'texts'],
    ['uri', '/events/#'],
    ['verbose_uri', '/events/#?verbose=yes'],
    ['comments_uri', '/events/#/comments'],
    ['talks_uri', '/events/#/talks'],
    ['tracks_uri', '/events/#/tracks'],
    ['attending_uri', '/events/#/attending'],
    ['images_uri', '/events/#/images'],
    ['hosts_uri', '/events/#/hosts'],
    ['pending', 'flag?'],
    ['approval_uri', '/events/#/approval', 'maybe'],
    ['website_uri', 'address'],
    ['humane_website_uri', 'address', 'maybe'],
    ['attendees_uri', '/events/#/attendees'],
    ['latitude', 'number?', 'verbose'],
    ['longitude', 'number?', 'verbose'],
    ['contact_name', 'text?', 'verbose'],
    ['hashtag', 'text?', 'verbose'],
    ['comments_enabled', 'flag', 'verbose'],
    ['cfp_start_date', 'date?', 'verbose'],
    ['cfp_end_date', 'date?', 'verbose'],
    ['cfp_url', 'text?', 'verbose'],
    ['talk_comments_count', 'integer', 'verbose'],
    ['reported_comments_uri', '/events/#/comments/reported', 'verbose, maybe'],
    ['reported_talk_comments_uri', '/events/#/talk_comments/reported', 'verbose, maybe'],
    ['pending_claims_uri', '/events/#/claims', 'verbose, maybe'],
    ['all_talk_comments_uri', '/events/#/talk_comments', 'verbose'],
    ['hosts', 'list', 'verbose'],
    ['can_edit', 'boolean', 'verbose'],
  ],
};

export const host: Kind = {
  section: '3.2',
  root: 'hosts',
  fields: [
    ['host_name', 'text'],
    ['host_uri', '/users/*'],
  ],
};

export const image: Kind = {
  section: '3.2',
  root: 'images',
  fields: [
    ['type', 'image type'],
    ['url', 'address'],
    ['width', 'integer'],
    ['height', 'integer'],
  ],
};

export const claim: Kind = {
  section: '3.2',
  root: 'claims',
  fields: [
    ['date_added', 'date'],
    ['display_name', 'text'],
    ['speaker_uri', '/users/*', 'maybe'],
    ['talk_uri', '/talks/*'],
    ['approve_claim_uri', '/talks/*/speakers', 'verbose'],
  ],
};
