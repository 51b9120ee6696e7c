import type { Data } from '../../graphql/ask.js';
import { address, flag, member, only, project, selectionOf, wholeAverage, type Member } from '../member.js';
import { speaker } from './person.js';

const below = (path: string) => address('talks', ({ id }: Data) => id, path);

/** The words by which types are read (spec §2.4). */
const typeWords: Readonly<Record<string, string>> = {
  TALK: 'Talk',
  KEYNOTE: 'Keynote',
  WORKSHOP: 'Workshop',
  SOCIAL_EVENT: 'Social',
  EVENT_RELATED: 'Event related',
};
const typeWord: Member['value'] = ({ type }) => typeWords[type];

/** Contract §3.4, Media links. */
const linkNames: Readonly<Record<string, string>> = {
  SLIDES: 'slides_link',
  VIDEO: 'video_link',
  AUDIO: 'audio_link',
  CODE: 'code_link',
  EVENT_SITE: 'joindin_link',
};

/** Spec §2.4, contract §3.4. */
export const talk: readonly Member[] = [
  member('id', 'id', ({ id }) => Number(id)),
  member('talk_title', 'title'),
  member('url_friendly_talk_title', 'slug'),
  member('talk_description', 'description'),
  member('type', 'type', typeWord),
  member('start_date', 'startDate'),
  member('duration', 'durationMinutes'),
  member('stub', 'stub'),
  member('average_rating', 'ratings { average }', wholeAverage),
  member('comments_enabled', 'commentsOpen', flag('commentsOpen')),
  member('comment_count', 'commentCount'),
  member('starred', 'viewerHasStarred'),
  member('starred_count', 'starCount'),
  ...only('verbose', [
    member(
      'slides_link',
      'links { kind url }',
      ({ links }) => links.find(({ kind }: Data) => kind === 'SLIDES')?.url ?? '',
    ),
    member('talk_media', 'links { kind url }', ({ links }) =>
      links.map(({ kind, url }: Data) => ({ [linkNames[kind] ?? '']: url })),
    ),
    member('language', 'language { name }', ({ language }) => language.name),
    member('user_rating', 'viewerRating'),
  ]),
  member('speakers', `speakers { ${selectionOf(speaker, false)} }`, ({ speakers }, asking) =>
    speakers.map((one: Data) => project(speaker, one, asking)),
  ),
  member('tracks', 'tracks { id name }', ({ id, tracks }, { base }) =>
    tracks.map((track: Data) => ({
      track_name: track.name,
      track_uri: `${base}/v2.1/tracks/${track.id}`,
      remove_track_uri: `${base}/v2.1/talks/${id}/tracks/${track.id}`,
    })),
  ),
  member('uri', 'id', below('')),
  member('verbose_uri', 'id', below('?verbose=yes')),
  member('website_uri', 'stub', ({ stub }, { base }) => `${base}/talk/${encodeURIComponent(stub)}`),
  member('starred_uri', 'id', below('/starred')),
  member('tracks_uri', 'id', below('/tracks')),
  member('comments_uri', 'id', below('/comments')),
  member('verbose_comments_uri', 'id', below('/comments?verbose=yes')),
  member(
    'event_uri',
    'eventId',
    address('events', ({ eventId }) => eventId),
  ),
  member('speakers_uri', 'id', below('/speakers')),
];

/** Contract §3.4, Media links. */
export const talkLink: readonly Member[] = [
  member('id', 'id', ({ id }) => Number(id)),
  member('display_name', 'kind', ({ kind }) => linkNames[kind]),
  member('url', 'url'),
];

/** Contract §3.10. */
export const talkType: readonly Member[] = [
  member('title', 'type', typeWord),
  member('description', 'description'),
  member('uri', 'id', address('talk_types')),
  member(
    'verbose_uri',
    'id',
    address('talk_types', ({ id }) => id, '?verbose=yes'),
  ),
];

/** Contract §3.10. */
export const language: readonly Member[] = [
  member('name', 'name'),
  member('code', 'code'),
  member('uri', 'id', address('languages')),
  member(
    'verbose_uri',
    'id',
    address('languages', ({ id }) => id, '?verbose=yes'),
  ),
];
