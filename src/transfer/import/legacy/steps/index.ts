import type { Step } from '../source/step.js';
import { emailVerifications, passwordResets, users } from './users.js';
import { accessTokens, applications } from './applications.js';
import { eventComments, talkComments, eventCommentReports, talkCommentReports } from './comments.js';
import { attendance, eventImages, eventTags, hosts, tags, tracks } from './event-parts.js';
import { events } from './events.js';
import { languages, linkTypes, talkTypes } from './reference-lists.js';
import { claims, pendingSpeakers, speakers } from './speakers.js';
import { oldSlides, stars, talkCategories, talkLinks, talkTracks } from './talk-parts.js';
import { talks } from './talks.js';

/** Ordered so that referenced rows are imported before referencing ones. */
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
  pendingSpeakers,
  stars,
  eventComments,
  talkComments,
  eventCommentReports,
  talkCommentReports,
];

/** Tables that v2.1 never exposed (contract §5): their rows are counted and not imported. */
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

/** Maps a legacy table to ours, whose sequence is advanced beyond the highest legacy ID. */
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
