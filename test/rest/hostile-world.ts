import * as make from '../support/factories.js';
import { createClient, createMember, type WireClient } from '../support/sign-in.js';
import { startService, type TestService } from '../support/service.js';
import { complete } from './submission.js';
import type { Json } from './ask.js';

/** A method and path that writes, and a body with valid members. */
export interface Write {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** As in test/fixtures/paths.json, below `/v2.1`. */
  readonly pattern: string;
  readonly path: string;
  /** `(n)` is replaced by a unique number per request. */
  readonly body: Json;
}

/** A service with one record of each kind, and a user who may write to all of them. */
export interface HostileWorld {
  readonly service: TestService;
  readonly token: string;
  readonly writes: readonly Write[];
}

const UNLIMITED = [
  ...[
    'LIMIT_LOGIN_ADDRESS',
    'LIMIT_LOGIN_ACCOUNT_ADDRESS',
    'LIMIT_LOGIN_ACCOUNT',
    'LIMIT_REGISTRATION_ADDRESS',
    'LIMIT_REMINDER_ADDRESS',
  ],
  ...[
    'LIMIT_REMINDER_ACCOUNT',
    'LIMIT_EMAIL_CHANGES_USER',
    'LIMIT_CONTACT_ADDRESS',
    'LIMIT_APPLICATIONS_USER',
    'TALK_COMMENT_LIMIT',
  ],
];
const PASSWORD = 'a password of hers';

/**
 * @param environment variables of the configuration; rate limits are off by default, so that all requests are processed
 */
export async function startHostileWorld(environment: Record<string, string> = {}): Promise<HostileWorld> {
  const off = Object.fromEntries(UNLIMITED.map((name) => [name, 'off']));
  const service = await startService({ ...off, LOG_LEVEL: 'silent', ...environment });
  const { pool } = service.database;
  const user = await createMember(pool, 'hostile', PASSWORD, { is_admin: true, email: 'hostile@example.org' });
  const client = await createClient(pool, { user_id: user, may_use_password_grant: true, is_first_party: true });
  const token = await make.createToken(pool, user);
  const event = await make.createEvent(pool, { slug: 'hostile-event' });
  await make.createHost(pool, event, user);
  const pending = await make.createEvent(pool, { status: 'PENDING' });
  const talk = await make.createTalk(pool, event, { stub: 'hosti' });
  const ids: Readonly<Record<string, string>> = {
    event,
    talk,
    user,
    pending,
    client: client.id,
    track: await make.createTrack(pool, event),
    link: await make.createLink(pool, event, talk),
    speaker: await make.createSpeaker(pool, event, talk, { display_name: 'Sam Speaker' }),
    eventComment: await make.createEventComment(pool, event),
    talkComment: await make.createTalkComment(pool, event, talk, { user_id: user, created_at: new Date() }),
    gone: '999999',
  };
  const writes = table(client).map(([method, pattern, path, body]) => ({
    method,
    pattern,
    path: `/v2.1${path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? name)}`,
    body: JSON.parse(JSON.stringify(body).replace(/:(track|event)\b/g, (_, name: string) => ids[name] ?? name)) as Json,
  }));
  return { service, token, writes };
}

const talk = {
  ...{ talk_title: 'On Writing', talk_description: 'How it is done', type: 'Talk', language: 'English - UK' },
  ...{ start_date: '2026-06-01 14:00', duration: 30, speakers: ['Sam Speaker'], slides_link: 'https://example.org/s' },
};
const track = { track_name: 'Main hall', track_description: 'The large one' };
const link = { display_name: 'slides_link', url: 'https://example.org/slides' };
const comment = { comment: 'Comment (n)', rating: 4 };
const speaker = { display_name: 'Sam Speaker', username: 'hostile' };
const profile = { full_name: 'Hostile', email: 'hostile@example.org', twitter_username: 'hostile', biography: 'Me' };
const application = { name: 'An app', description: 'It does things', callback_url: 'https://app.example.org/back' };

type Line = readonly [Write['method'], pattern: string, path: string, body: Json];

/** Every write of test/fixtures/paths.json; `:gone` replaces the ID of a record that other tests need. */
const table = ({ client_id, client_secret }: WireClient): readonly Line[] => [
  ['POST', '/events', '/events', { ...complete }],
  ['PUT', '/events/{id}', '/events/:event', { ...complete, end_date: '2027-01-01', start_date: '2026-06-01' }],
  ['DELETE', '/events/{id}', '/events/:event', {}],
  ['POST', '/events/{id}/talks', '/events/:event/talks', talk],
  ['POST', '/events/{id}/comments', '/events/:event/comments', comment],
  ['POST', '/events/{id}/attending', '/events/:event/attending', {}],
  ['DELETE', '/events/{id}/attending', '/events/:event/attending', {}],
  ['POST', '/events/{id}/tracks', '/events/:event/tracks', track],
  ['POST', '/events/{id}/images', '/events/:event/images', {}],
  ['DELETE', '/events/{id}/images', '/events/:event/images', {}],
  ['POST', '/events/{id}/hosts', '/events/:event/hosts', { host_name: 'hostile' }],
  ['DELETE', '/events/{id}/hosts/{user}', '/events/:event/hosts/:gone', {}],
  ['DELETE', '/events/{id}/approval', '/events/:gone/approval', { reason: 'It is no event' }],
  ['POST', '/events/{id}/approval', '/events/:gone/approval', {}],
  ['PUT', '/talks/{id}', '/talks/:talk', talk],
  ['DELETE', '/talks/{id}', '/talks/:gone', {}],
  ['POST', '/talks/{id}/comments', '/talks/:talk/comments', { ...comment, private: 0 }],
  ['POST', '/talks/{id}/starred', '/talks/:talk/starred', {}],
  ['DELETE', '/talks/{id}/starred', '/talks/:talk/starred', {}],
  ['POST', '/talks/{id}/tracks', '/talks/:talk/tracks', { track_uri: 'https://x.example/v2.1/tracks/:track' }],
  ['DELETE', '/talks/{id}/tracks/{track}', '/talks/:talk/tracks/:track', {}],
  ['POST', '/talks/{id}/speakers', '/talks/:talk/speakers', speaker],
  ['DELETE', '/talks/{id}/speakers', '/talks/:talk/speakers', speaker],
  ['DELETE', '/talks/{id}/speakers/{user}', '/talks/:talk/speakers/:gone', {}],
  ['POST', '/talks/{id}/links', '/talks/:talk/links', link],
  ['PUT', '/talks/{id}/links/{link}', '/talks/:talk/links/:link', link],
  ['DELETE', '/talks/{id}/links/{link}', '/talks/:talk/links/:gone', {}],
  ['PUT', '/tracks/{id}', '/tracks/:track', track],
  ['DELETE', '/tracks/{id}', '/tracks/:gone', {}],
  ['PUT', '/talk_comments/{id}', '/talk_comments/:talkComment', { comment: 'Another (n)' }],
  ['POST', '/talk_comments/{id}/reported', '/talk_comments/:gone/reported', {}],
  ['PUT', '/talk_comments/{id}/reported', '/talk_comments/:gone/reported', { decision: 'approved' }],
  ['POST', '/event_comments/{id}/reported', '/event_comments/:eventComment/reported', {}],
  ['PUT', '/event_comments/{id}/reported', '/event_comments/:eventComment/reported', { decision: 'approved' }],
  [
    'POST',
    '/users',
    '/users',
    { ...profile, username: 'another(n)', email: 'another(n)@example.org', password: 'secret enough' },
  ],
  ['PUT', '/users/{id}', '/users/:user', { ...profile, username: 'hostile', password: '', old_password: '' }],
  ['DELETE', '/users/{id}', '/users/:gone', {}],
  ['POST', '/users/{id}/trusted', '/users/:user/trusted', { trusted: true }],
  ['DELETE', '/users/{id}/talk_comments', '/users/:gone/talk_comments', {}],
  ['POST', '/users/verifications', '/users/verifications', { token: 'some-token' }],
  ['POST', '/users/passwords', '/users/passwords', { token: 'some-token', password: 'secret enough' }],
  ['POST', '/users/email_changes/confirmations', '/users/email_changes/confirmations', { token: 'some-token' }],
  ['POST', '/users/email_changes/authorisations', '/users/email_changes/authorisations', { token: 'some-token' }],
  ['POST', '/users/email_changes/cancellations', '/users/email_changes/cancellations', { token: 'some-token' }],
  ['POST', '/emails/verifications', '/emails/verifications', { email: 'nobody@example.org' }],
  ['POST', '/emails/reminders/username', '/emails/reminders/username', { email: 'nobody@example.org' }],
  ['POST', '/emails/reminders/password', '/emails/reminders/password', { username: 'nobody' }],
  [
    ...(['POST', '/token', '/token'] as const),
    { grant_type: 'password', username: 'hostile', password: PASSWORD, client_id, client_secret },
  ],
  ['DELETE', '/token/{id}', '/token/:gone', {}],
  ['POST', '/applications', '/applications', application],
  ['PUT', '/applications/{id}', '/applications/:client', application],
  ['DELETE', '/applications/{id}', '/applications/:gone', {}],
  [
    ...(['POST', '/contact', '/contact'] as const),
    { client_id, client_secret, name: 'Ann', email: 'ann@example.org', subject: 'Hello', comment: 'A question' },
  ],
  ['POST', '/twitter/request_token', '/twitter/request_token', {}],
  ['POST', '/twitter/token', '/twitter/token', {}],
  ['POST', '/facebook/token', '/facebook/token', {}],
];
