import type { Step } from '../step.js';
import { emailVerifications, passwordResets } from './account-tokens.js';
import { accessTokens, applications } from './applications.js';
import { eventComments, talkComments } from './comments.js';
import { attendance, eventImages, eventTags, hosts, tags, tracks } from './event-parts.js';
import { events } from './events.js';
import { languages, linkTypes, talkTypes } from './reference-lists.js';
import { eventCommentReports, talkCommentReports } from './reports.js';
import { claims, speakers } from './speakers.js';
import { oldSlides, stars, talkCategories, talkLinks, talkTracks } from './talk-parts.js';
import { talks } from './talks.js';
import { users } from './users.js';

/** In an order in which everything that a row points to is there before it. */
export const steps: readonly Step[] = [
  languages,
  talkTypes,
  linkTypes,
  users,
  applications,
  accessTokens,
  emailVerifications,
  passwordResets,
  events,
  tags,
  eventTags,
  eventImages,
  hosts,
  attendance,
  tracks,
  talks,
  talkCategories,
  talkTracks,
  talkLinks,
  oldSlides,
  speakers,
  claims,
  stars,
  eventComments,
  talkComments,
  eventCommentReports,
  talkCommentReports,
];

/** Tables that no client of v2.1 ever saw (contract §5): their rows are counted, and left where they are. */
export const leftovers: readonly string[] = [
  'blog_cats',
  'blog_comments',
  'blog_post_cat',
  'blog_posts',
  'countries',
  'event_themes',
  'invite_list',
  'meta_data',
  'patch_history',
  'twitter_request_tokens',
];

/** A legacy table → ours, whose next ids are above all that the legacy table has given away. */
export const sequences: Readonly<Record<string, string>> = {
  lang: 'languages',
  categories: 'talk_types',
  user: 'users',
  oauth_consumers: 'applications',
  oauth_access_tokens: 'access_tokens',
  events: 'events',
  event_track: 'tracks',
  talks: 'talks',
  talk_links: 'talk_links',
  talk_speaker: 'talk_speakers',
  pending_talk_claims: 'speaker_claims',
  event_comments: 'event_comments',
  talk_comments: 'talk_comments',
};
