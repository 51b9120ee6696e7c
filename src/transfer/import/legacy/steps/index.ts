import { type World, step, type Step } from '../source/step.js';
import { accessTokens, applications } from './applications.js';
import { eventComments, talkComments, eventCommentReports, talkCommentReports } from './comments.js';
import { attendance, eventImages, eventTags, hosts, tags, tracks } from './event-parts.js';
import { events } from './events.js';
import { claims, pendingSpeakers, speakers } from './speakers.js';
import { oldSlides, stars, talkCategories, talkLinks, talkTracks } from './talk-parts.js';
import { talks } from './talks.js';
import { emailVerifications, passwordResets, users } from './users.js';

/** Languages, talk types and link types: stored as complete lists before the first step, only counted here. */
const counted = (
  table: string,
  missing: string,
  isTaken: (id: number, world: World) => 'taken' | 'joined' | 'missing',
) =>
  step({ name: table, table }, (rows, marks, world) => {
    for (const row of rows) {
      const id = Number(row['ID']);
      const mark = marks(id);
      const fate = isTaken(id, world);
      if (fate === 'missing') mark.skip(missing);
      if (fate === 'joined') mark.skip('merged with the first of the same name');
    }
    return Promise.resolve();
  });

const inList =
  (list: 'languages' | 'talkTypes') =>
  (id: number, { reference }: World) => {
    const target = reference[list].idOf.get(id);
    return target === undefined ? 'missing' : target === id ? 'taken' : 'joined';
  };

export const languages = counted('lang', 'it has no name', inList('languages'));
export const talkTypes = counted(
  'categories',
  'it is not a talk type of v2.1: its talks are Talks',
  inList('talkTypes'),
);
const linkTypes = counted('talk_link_types', 'it is not a link type of v2.1', (id, { reference }) =>
  reference.linkKinds.has(id) ? 'taken' : 'missing',
);

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
