import { talkRecord, talkLinkRecord } from '../../../rest-facade/nouns/talk/record.js';
import { talkTypeRecord, languageRecord } from '../../../rest-facade/nouns/reference/record.js';
import type { Data } from '../../graphql/ask.js';
import { speaker } from './person.js';
import { address, as, flag, membersOf, project, selectionOf, wholeAverage, type Member } from '../member.js';

const below = (path: string) => address('talks', ({ id }: Data) => id, path);

/** Names of the types in responses (spec §2.4). */
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
export const talk = membersOf(talkRecord, {
  id: as('id', ({ id }) => Number(id)),
  type: as('type', typeWord),
  average_rating: as('ratings { average }', wholeAverage),
  comments_enabled: as('commentsOpen', flag('commentsOpen')),
  slides_link: as('links { kind url }', ({ links }) => links.find(({ kind }: Data) => kind === 'SLIDES')?.url ?? ''),
  talk_media: as('links { kind url }', ({ links }) =>
    links.map(({ kind, url }: Data) => ({ [linkNames[kind] ?? '']: url })),
  ),
  speakers: as(`speakers { ${selectionOf(speaker, false)} }`, ({ speakers }, asking) =>
    speakers.map((one: Data) => project(speaker, one, asking)),
  ),
  tracks: as('tracks { id name }', ({ id, tracks }, { base }) =>
    tracks.map((track: Data) => ({
      track_name: track.name,
      track_uri: `${base}/v2.1/tracks/${track.id}`,
      remove_track_uri: `${base}/v2.1/talks/${id}/tracks/${track.id}`,
    })),
  ),
  uri: as('id', below('')),
  verbose_uri: as('id', below('?verbose=yes')),
  website_uri: as('stub', ({ stub }, { base }) => `${base}/talk/${encodeURIComponent(stub)}`),
  starred_uri: as('id', below('/starred')),
  tracks_uri: as('id', below('/tracks')),
  comments_uri: as('id', below('/comments')),
  verbose_comments_uri: as('id', below('/comments?verbose=yes')),
  event_uri: as(
    'eventId',
    address('events', ({ eventId }) => eventId),
  ),
  speakers_uri: as('id', below('/speakers')),
  calendar_uri: as('id', ({ id }, { base }) => `${base}/feeds/talks/${id}.ics`),
});

/** Contract §3.4, Media links. */
export const talkLink = membersOf(talkLinkRecord, {
  id: as('id', ({ id }) => Number(id)),
  display_name: as('kind', ({ kind }) => linkNames[kind]),
});

/** Contract §3.10. */
export const talkType = membersOf(talkTypeRecord, {
  title: as('type', typeWord),
  uri: as('id', address('talk_types')),
  verbose_uri: as(
    'id',
    address('talk_types', ({ id }) => id, '?verbose=yes'),
  ),
});

/** Contract §3.10. */
export const language = membersOf(languageRecord, {
  uri: as('id', address('languages')),
  verbose_uri: as(
    'id',
    address('languages', ({ id }) => id, '?verbose=yes'),
  ),
});
