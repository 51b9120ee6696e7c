import type { Tape } from './tape.js';

/** The placeholder of each kind of record, and the statement that selects existing IDs. */
export const recordKinds = {
  event: 'select id::text from events',
  talk: 'select id::text from talks',
  track: 'select id::text from tracks',
  eventComment: 'select id::text from event_comments',
  talkComment: 'select id::text from talk_comments',
  user: 'select id::text from users',
  application: 'select id::text from applications',
  accessToken: 'select id::text from access_tokens',
  link: 'select id::text from talk_links',
  talkOfLink: 'select talk_id::text as id from talk_links',
  speaker: 'select id::text from talk_speakers',
  speakerName: 'select display_name as id from talk_speakers',
  language: 'select id::text from languages',
  talkType: 'select id::text from talk_types',
  eventSlug: 'select slug as id from events',
  eventStub: 'select stub as id from events where stub is not null',
  talkStub: 'select stub as id from talks',
  username: 'select username as id from users',
} as const;
export type RecordKind = keyof typeof recordKinds;

/** Number of records of each kind. */
export const MOST_OF_KIND = 60;

/** `<talk:3>`; see `Asked`. */
export const named = (kind: RecordKind, tape: Tape): string => `<${kind}:${tape.below(MOST_OF_KIND)}>`;

/** The kind of record that a parameter or member refers to, by its name and path. */
export function kindOf(name: string, path = ''): RecordKind | undefined {
  if (name === 'commentId') return path.includes('talk_comments') ? 'talkComment' : 'eventComment';
  if (name === 'stub') return path.includes('talk') ? 'talkStub' : 'eventStub';
  if (name === 'talkId' && path.includes('{linkId}')) return 'talkOfLink';
  return kinds[name];
}

const kinds: Readonly<Record<string, RecordKind>> = {
  ...{ eventId: 'event', talkId: 'talk', trackId: 'track', userId: 'user', applicationId: 'application' },
  ...{ tokenId: 'accessToken', linkId: 'link', languageId: 'language', typeId: 'talkType', slug: 'eventSlug' },
  ...{ username: 'username', host_name: 'username', display_name: 'speakerName', speakerName: 'speakerName' },
  ...{ speakerId: 'speaker', eventCommentId: 'eventComment', talkCommentId: 'talkComment' },
  ...{ accessTokenId: 'accessToken', reportedCommentId: 'talkComment' },
};
