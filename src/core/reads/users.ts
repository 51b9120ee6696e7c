import { sql } from 'kysely';
import type { Scope } from '../scopes.js';
import { eventRows } from './events.js';
import { collatedName, key, nameKey, type Order } from './order.js';
import { childList, rootList } from './page.js';
import { byVisibility, isEventVisible, type ViewerArgument } from './visibility.js';
import {
  anyId,
  db,
  statement,
  type Parameters,
  type RowOf,
  type RowOfStatement,
} from '../../database/sql/statement.js';
import { isTokenValid } from './access-tokens.js';

/** Excludes inactive accounts (contract §3.9). */
function userRows() {
  return db
    .selectFrom('users as u')
    .select(({ eb }) => [
      'u.id',
      'u.username',
      'u.full_name as fullName',
      'u.email as ownEmail',
      'u.biography',
      'u.twitter_username as twitterUsername',
      'u.is_trusted as isTrusted',
      'u.is_admin as administers',
      sql<string>`coalesce(u.random_avatar_hash, u.avatar_hash)`.as('avatarHash'),
      eb('u.random_avatar_hash', 'is not', null).as('avatarIsRandom'),
    ])
    .where('u.is_active', '=', true);
}

export type UserRow = RowOf<ReturnType<typeof userRows>>;

export const usersById = statement('users by id', ($: Parameters<{ keys: readonly string[] }>) =>
  userRows().where('u.id', '=', anyId($.keys)),
);

/**
 * The account of a valid bearer token, and the application that it was issued to. `tokenHash` is the token's SHA-256 in
 * hex. Tokens of some applications expire when idle (contract §2.2).
 */
export const userByTokenHash = statement('user by token hash', ($: Parameters<{ tokenHash: string; now: number }>) =>
  userRows()
    .innerJoin('access_tokens as k', 'k.user_id', 'u.id')
    .leftJoin('applications as a', 'a.id', 'k.application_id')
    .select([
      'k.id as tokenId',
      'a.id as applicationId',
      'a.name as applicationName',
      'a.is_first_party as isFirstParty',
      sql<readonly Scope[] | null>`k.scopes`.as('scopes'),
    ])
    .where(sql<boolean>`k.token_hash = ${$.tokenHash}`)
    .where(isTokenValid($.now)),
);

export type TokenUserRow = RowOfStatement<typeof userByTokenHash>;

/** The account whose personal calendar has the secret. `secretHash` is its SHA-256 in hex. */
export const userByCalendarSecret = statement('user by calendar secret', ($: Parameters<{ secretHash: string }>) =>
  userRows()
    .innerJoin('personal_calendars as c', 'c.user_id', 'u.id')
    .where(sql<boolean>`c.secret_hash = ${$.secretHash}`),
);

const byId = (): Order => [key('u.id', 'id', 'id', 'asc')];
const byFullName = (): Order => [nameKey('u.full_name', 'fullName'), key('u.id', 'id', 'id', 'asc')];

export const allUsers = rootList('users', byId, (_: Parameters<object>) => userRows());

type ByUsername = Parameters<{ username: string }>;
/** Characters of a username that are normalized, which takes quadratic time: stored ones have at most 100. */
const EXAMINED = 200;
/** 0 if the username is equal except for its case, 1 if only without accents. */
const differs = ($: ByUsername) => sql<number>`(lower(u.username) <> lower(${$.username}::text))::int`;

/** Ignores accents (decisions no. 24); the exact username comes first. */
export const usersByUsername = rootList(
  'users by username',
  ($: ByUsername): Order => [
    { expression: differs($), field: 'differs', type: 'number', descending: false },
    ...byId(),
  ],
  ($: ByUsername) =>
    userRows()
      .select(differs($).as('differs'))
      .where(
        sql<boolean>`public.search_text(u.username) = public.search_text(left(${$.username}::text, ${sql.lit(EXAMINED)}))`,
      ),
);

/** The account with a username, ignoring case but not accents. */
export const userByUsername = statement('user by username', ($: ByUsername) =>
  userRows().where(sql<boolean>`lower(u.username) = lower(${$.username})`),
);

/** Users whose username, full name or Twitter name contains the text. */
export const usersByKeyword = rootList(
  'users by keyword',
  byFullName,
  ($: Parameters<{ text: string }>) =>
    userRows().where(sql<boolean>`u.search_names like public.search_pattern(${$.text})`),
  { isSearch: true },
);

export const attendeesOfEvent = childList('attendees of event', byId, (_: Parameters<ViewerArgument>) =>
  userRows()
    .innerJoin('event_attendees as a', 'a.user_id', 'u.id')
    .where(sql<boolean>`a.event_id = parents.parent`),
);

export const hostsOfEvents = statement('hosts of events', ($: Parameters<{ keys: readonly string[] }>) =>
  userRows()
    .innerJoin('event_hosts as h', 'h.user_id', 'u.id')
    .select('h.event_id as parent')
    .where('h.event_id', '=', anyId($.keys))
    .orderBy(collatedName('u.full_name'))
    .orderBy('u.id'),
);

const newestFirst = (): Order => [key('e.starts_at', 'startsAt', 'time', 'desc'), key('e.id', 'id', 'id', 'desc')];

/** Events that a user attends, limited to those visible to the viewer (decisions no. 13). */
export const eventsAttendedByUser = byVisibility((visibility) =>
  childList(`events attended by user, ${visibility}`, newestFirst, ($: Parameters<ViewerArgument>) =>
    eventRows()
      .innerJoin('event_attendees as a', 'a.event_id', 'e.id')
      .where(sql<boolean>`a.user_id = parents.parent`)
      .where(isEventVisible(visibility, $)),
  ),
);

export const eventsHostedByUser = byVisibility((visibility) =>
  childList(`events hosted by user, ${visibility}`, newestFirst, ($: Parameters<ViewerArgument>) =>
    eventRows()
      .innerJoin('event_hosts as o', 'o.event_id', 'e.id')
      .where(sql<boolean>`o.user_id = parents.parent`)
      .where(isEventVisible(visibility, $)),
  ),
);
