import type { Kind } from './kind.js';

// The talk and its parts, contract §3.4, and the track, §3.3.

export const talk: Kind = {
  section: '3.4',
  root: 'talks',
  inside: { speakers: 'speaker', tracks: 'membership' },
  fields: [
    ['id', 'integer'],
    ['talk_title', 'text'],
    ['url_friendly_talk_title', 'text'],
    ['talk_description', 'text'],
    ['type', 'talk type'],
    ['start_date', 'date'],
    ['duration', 'integer'],
    ['stub', 'text'],
    ['average_rating', 'integer'],
    ['comments_enabled', 'flag'],
    ['comment_count', 'integer'],
    ['starred', 'boolean'],
    ['starred_count', 'integer'],
    ['slides_link', 'text', 'verbose'],
    ['talk_media', 'list', 'verbose'],
    ['language', 'text', 'verbose'],
    ['user_rating', 'integer?', 'verbose'],
    ['speakers', 'list'],
    ['tracks', 'list'],
    ['uri', '/talks/#'],
    ['verbose_uri', '/talks/#?verbose=yes'],
    ['website_uri', 'address'],
    ['starred_uri', '/talks/#/starred'],
    ['tracks_uri', '/talks/#/tracks'],
    ['comments_uri', '/talks/#/comments'],
    ['verbose_comments_uri', '/talks/#/comments?verbose=yes'],
    ['event_uri', '/events/*'],
    ['speakers_uri', '/talks/#/speakers'],
  ],
};

export const speaker: Kind = {
  section: '3.4',
  root: 'speakers',
  fields: [
    ['speaker_name', 'text'],
    ['speaker_uri', '/users/*', 'maybe'],
  ],
};

export const membership: Kind = {
  section: '3.4',
  root: 'tracks',
  fields: [
    ['track_name', 'text'],
    ['track_uri', '/tracks/*'],
    ['remove_track_uri', '/talks/*/tracks/*'],
  ],
};

export const talkLink: Kind = {
  section: '3.4',
  root: 'talk_links',
  fields: [
    ['id', 'integer'],
    ['display_name', 'link type'],
    ['url', 'text'],
  ],
};

export const track: Kind = {
  section: '3.3',
  root: 'tracks',
  fields: [
    ['track_name', 'text'],
    ['track_description', 'text'],
    ['talks_count', 'integer'],
    ['uri', '/tracks/#'],
    ['verbose_uri', '/tracks/#?verbose=yes'],
    ['event_uri', '/events/*'],
  ],
};
