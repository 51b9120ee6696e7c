import type { Target } from './document.js';
import type { KindName } from './kinds/kind.js';

/** A link to follow: the member, a suffix of its path, and the kind of its target. */
export interface Trail extends Target {
  readonly member: string;
  readonly below: string;
}

const record = (kind: KindName, ...members: string[]): Trail[] =>
  members.map((member) => ({ member, below: '', kind, shape: 'record' }));
const list = (kind: KindName, ...members: string[]): Trail[] =>
  members.map((member) => ({ member, below: '', kind, shape: 'list' }));
const whole = (kind: KindName, member: string, below = ''): Trail => ({ member, below, kind, shape: 'whole' });
const mark = (member: string): Trail => ({ member, below: '', kind: 'mark', shape: 'bare' });

/** Links to follow by kind of record, in the order of the crawl. */
export const trails = {
  event: [
    ...record('event', 'uri', 'verbose_uri'),
    ...list('talk', 'talks_uri'),
    ...list('track', 'tracks_uri'),
    ...list('event comment', 'comments_uri'),
    ...list('talk comment', 'all_talk_comments_uri'),
    ...list('user', 'attendees_uri'),
    ...list('host', 'hosts_uri'),
    whole('image', 'images_uri'),
    mark('attending_uri'),
    whole('report of an event comment', 'reported_comments_uri'),
    whole('report of a talk comment', 'reported_talk_comments_uri'),
    whole('claim', 'pending_claims_uri'),
    whole('claim', 'pending_claims_uri', '?verbose=yes'),
  ],
  talk: [
    ...record('talk', 'uri', 'verbose_uri'),
    ...record('event', 'event_uri'),
    ...list('talk comment', 'comments_uri', 'verbose_comments_uri'),
    ...list('speaker', 'speakers_uri'),
    whole('talk link', 'uri', '/links'),
    mark('starred_uri'),
  ],
  track: record('track', 'uri', 'verbose_uri'),
  'talk comment': [
    ...record('talk comment', 'uri', 'verbose_uri'),
    ...record('talk', 'talk_uri'),
    ...record('user', 'user_uri'),
  ],
  'event comment': [
    ...record('event comment', 'comment_uri', 'verbose_comment_uri'),
    ...record('event', 'event_uri'),
    ...record('user', 'user_uri'),
  ],
  host: record('user', 'host_uri'),
  speaker: record('user', 'speaker_uri'),
  membership: record('track', 'track_uri'),
  user: [
    ...record('user', 'uri', 'verbose_uri'),
    ...list('talk', 'talks_uri'),
    ...list('event', 'attended_events_uri', 'hosted_events_uri'),
    ...list('talk comment', 'talk_comments_uri'),
  ],
  language: record('language', 'uri', 'verbose_uri'),
  'talk type': record('talk type', 'uri', 'verbose_uri'),
  token: record('token', 'token_uri'),
  client: ['', '?verbose=yes'].map((below): Trail => ({
    member: 'client_uri',
    below,
    kind: 'client',
    shape: 'record',
  })),
} satisfies Partial<Record<KindName, readonly Trail[]>>;
