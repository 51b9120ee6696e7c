import type pg from 'pg';
import { hashToken } from '../../src/core/common/bearer-token.js';
import { commentDigest } from '../../src/core/comment/comment-input.js';
import * as make from '../support/factories.js';
import { createClient, createMember, type WireClient } from '../support/sign-in.js';
import { roles, type Role } from './truth.js';

/** The IDs of an event and its records. */
export type Place = Readonly<Record<PlaceName, string>>;
type PlaceName =
  | 'event'
  | 'talk'
  | 'track'
  | 'otherTrack'
  | 'link'
  | 'eventComment'
  | 'reportedEventComment'
  | 'talkComment'
  | 'privateComment'
  | 'hiddenComment'
  | 'share'
  | 'webhook'
  | 'delivery'
  | 'reportedTalkComment';

/** The subjects of all writes, and the callers. */
export interface World {
  /** An approved event, and a pending one: users have the same roles at both. */
  readonly shown: Place;
  readonly hidden: Place;
  readonly users: Readonly<Record<Person, string>>;
  /** The token of each role; undefined for anonymous. */
  readonly tokens: Readonly<Record<Role, string | undefined>>;
  readonly website: WireClient;
  /** An application of the owner, and an unused token of theirs. */
  readonly application: string;
  readonly token: string;
  /** A grant of the owner. */
  readonly grant: string;
}

/** A world, and the event in it that a write refers to. */
export type At = World & Place;

type Person = Exclude<Role, 'anonymous' | 'ownerElsewhere' | 'adminElsewhere'> | 'coHost';

export const PASSWORD = 'seven quiet owls';
/** The tokens of mails to the owner. */
export const VERIFY_TOKEN = 'verify-token';
/** The account of {@link VERIFY_TOKEN}: it has tokens, but cannot log in by its password. */
const UNVERIFIED = 'stranger';
export const RESET_TOKEN = 'reset-token';
/** The tokens of the links about a new address of the owner. */
export const EMAIL_CHANGE_TOKENS = { confirm: 'confirm-token', authorise: 'authorise-token', cancel: 'cancel-token' };
/** The owner's comments on the event and the talk. */
export const SAID = 'I have said this before';

const people: readonly Person[] = [
  ...['stranger', 'attendee', 'speaker', 'host', 'otherHost', 'trusted', 'admin', 'inactive', 'coHost'],
] as Person[];

export async function buildWorld(pool: pg.Pool): Promise<World> {
  const users = { ...(await createPeople(pool)), owner: await createOwner(pool) };
  await mailToken(pool, users[UNVERIFIED], 'verify_email', VERIFY_TOKEN);
  const website = await createClient(pool, { name: 'Website', is_first_party: true });
  const elsewhere = await make.createApplication(pool, { name: 'Elsewhere' });
  const tokens = {} as Record<Role, string | undefined>;
  for (const role of roles) tokens[role] = await tokenOf(pool, role, users, website.id, elsewhere);
  const token = await make.createToken(pool, users.owner, { application_id: website.id });
  return {
    users,
    tokens,
    website,
    application: (await createClient(pool, { user_id: users.owner, callback_url: 'https://example.org/' })).id,
    token: await idOfToken(pool, token),
    grant: await make.createGrant(pool, users.owner, website.id),
    shown: await createPlace(pool, users, { status: 'APPROVED' }),
    hidden: await createPlace(pool, users, { status: 'PENDING' }),
  };
}

/** Adds what no recording of v2.1 contains: a comment with a hidden name, shared feedback and a webhook. */
export async function addFeedback(pool: pg.Pool, world: World): Promise<World> {
  const add = async (place: Place): Promise<Place> => {
    const webhook = await make.createWebhook(pool, place.event, world.users.coHost);
    return {
      ...{ ...place, webhook, delivery: await make.createDelivery(pool, webhook) },
      share: await make.createShare(pool, place.event, place.talk, world.users.speaker),
      hiddenComment: await make.createTalkComment(pool, place.event, place.talk, {
        ...{ user_id: world.users.coHost, names_policy: 'OPTIONAL', is_name_hidden: true },
      }),
    };
  };
  return { ...world, shown: await add(world.shown), hidden: await add(world.hidden) };
}

async function createPeople(pool: pg.Pool): Promise<World['users']> {
  const flags: Partial<Record<Person, object>> = {
    trusted: { is_trusted: true },
    admin: { is_admin: true },
    inactive: { is_admin: true, is_active: false },
  };
  const users: Partial<Record<Person, string>> = {};
  for (const person of people) {
    const row = { username: person, full_name: `The ${person}`, email: `${person}@example.org` };
    users[person] = await make.createUser(pool, { ...row, is_verified: person !== UNVERIFIED, ...flags[person] });
  }
  return users as World['users'];
}

const mailToken = (pool: pg.Pool, user: string, purpose: string, token: string) =>
  pool.query(
    "insert into account_tokens (user_id, purpose, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 hour')",
    [user, purpose, hashToken(token)],
  );

async function createOwner(pool: pg.Pool): Promise<string> {
  const told = { full_name: 'The owner', email: 'owner@example.org', biography: 'I write', twitter_username: 'owner' };
  const owner = await createMember(pool, 'owner', PASSWORD, told);
  await mailToken(pool, owner, 'reset_password', RESET_TOKEN);
  await pool.query('insert into personal_calendars (user_id, secret_hash) values ($1, $2)', [owner, 'a hash']);
  const { confirm, authorise, cancel } = EMAIL_CHANGE_TOKENS;
  await pool.query(
    `insert into email_changes
      (user_id, new_email, confirmation_hash, authorisation_hash, cancellation_hashes, expires_at)
      values ($1, 'owner@example.net', $2, $3, array[$4], now() + interval '1 hour')`,
    [owner, ...[confirm, authorise, cancel].map(hashToken)],
  );
  return owner;
}

async function tokenOf(pool: pg.Pool, role: Role, users: World['users'], website: string, elsewhere: string) {
  if (role === 'anonymous') return undefined;
  const person = role.replace('Elsewhere', '') as Person;
  return make.createToken(pool, users[person], { application_id: person === role ? website : elsewhere });
}

async function idOfToken(pool: pg.Pool, token: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from access_tokens where token_hash = $1', [
    hashToken(token),
  ]);
  return rows[0]?.id ?? '';
}

/** A running event with one record of each kind that can be written. */
async function createPlace(pool: pg.Pool, users: World['users'], row: object): Promise<Place> {
  const times = { starts_at: new Date(Date.now() - 86_400_000), ends_at: '2099-12-31T00:00:00Z' };
  const images = [{ kind: 'ORIGINAL', location: 'event-1-0123456789abcdef-orig.png', width: 200, height: 200 }];
  const said = {
    href: 'https://example.org/',
    cfp_url: 'https://example.org/cfp',
    tags: ['old'],
    latitude: 1,
    longitude: 2,
  };
  const cfp = { cfp_starts_at: '2026-01-01T00:00:00Z', cfp_ends_at: '2026-02-01T00:00:00Z' };
  const event = await make.createEvent(pool, { ...times, ...said, ...cfp, images: JSON.stringify(images), ...row });
  for (const host of [users.host, users.coHost, users.inactive]) await make.createHost(pool, event, host);
  const other = await make.createEvent(pool, times);
  await make.createHost(pool, other, users.otherHost);
  await make.createAttendee(pool, event, users.attendee);
  const track = await make.createTrack(pool, event, { description: 'As it was' });
  const talk = await make.createTalk(pool, event, { starts_at: new Date() });
  await make.putOnTrack(pool, event, talk, track);
  await make.createStar(pool, event, talk, users.attendee);
  for (const [display_name, user_id] of Object.entries({ Sam: users.speaker, Ian: users.inactive, Free: null })) {
    await make.createSpeaker(pool, event, talk, { display_name, user_id });
  }
  const when = new Date();
  for (const [display_name, column] of Object.entries({ Claimed: 'claimed_at', Assigned: 'assigned_at' })) {
    const speaker = await make.createSpeaker(pool, event, talk, { display_name });
    await make.createClaim(pool, event, talk, speaker, users.owner, { [column]: when });
  }
  const by = { user_id: users.owner, digest: commentDigest(SAID), comment: SAID, created_at: new Date(+when - 7.2e6) };
  const reported = { ...by, is_hidden: true, digest: null };
  const reportedEventComment = await make.createEventComment(pool, event, reported);
  const reportedTalkComment = await make.createTalkComment(pool, event, talk, reported);
  await make.createReport(pool, event, { event_comment_id: reportedEventComment, reporter_id: users.attendee });
  await make.createReport(pool, event, { talk_comment_id: reportedTalkComment, reporter_id: users.attendee });
  return {
    event,
    talk,
    track,
    otherTrack: await make.createTrack(pool, event),
    link: await make.createLink(pool, event, talk),
    eventComment: await make.createEventComment(pool, event, by),
    reportedEventComment,
    talkComment: await make.createTalkComment(pool, event, talk, by),
    privateComment: await make.createTalkComment(pool, event, talk, { ...by, digest: null, is_private: true }),
    reportedTalkComment,
    ...{ hiddenComment: '0', share: '0', webhook: '0', delivery: '0' },
  };
}
