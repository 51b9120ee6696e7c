import { sql } from 'kysely';
import { db, statement, type Parameters, type RowOfStatement } from '../../database/sql/statement.js';

/** Lists for the command line, including data hidden from all viewers. Times are ISO 8601, in UTC, with seconds. */

const time = <Nullable extends null = never>(column: string) =>
  sql<string | Nullable>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Maximum number of rows. */
export interface LimitArgument {
  readonly limit: number;
}

const limited = ($: Parameters<LimitArgument>) => sql<number>`${$.limit}::bigint`;

/** `search` is a substring of a name or of the e-mail address; null matches all. */
export const listedAccounts = statement(
  'listed accounts',
  ($: Parameters<LimitArgument & { search: string | null; adminsOnly: boolean; disabledOnly: boolean }>) =>
    db
      .selectFrom('users')
      .select(['id', 'username', 'full_name as fullName', 'email'])
      .select(['is_admin as isAdmin', 'is_trusted as isTrusted', 'is_verified as isVerified', 'is_active as isActive'])
      .select([time('created_at').as('createdAt'), time<null>('last_login_at').as('lastLoginAt')])
      .where(
        sql<boolean>`(${$.search}::text is null or search_names like public.search_pattern(${$.search})
          or public.search_text(email) like public.search_pattern(${$.search}))
          and (is_admin or not ${$.adminsOnly}::boolean) and not (is_active and ${$.disabledOnly}::boolean)`,
      )
      .orderBy('id')
      .limit(limited($)),
  true,
);
export type ListedAccount = RowOfStatement<typeof listedAccounts>;

/** Active site administrators. */
export const administrators = statement('administrators', () =>
  db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .orderBy('id'),
);

/** The owner is a username; null without one. The name is null if unnamed. */
export const listedApplications = statement('listed applications', ($: Parameters<LimitArgument>) =>
  db
    .selectFrom('applications as a')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.id', 'a.name', 'a.consumer_key as key', 'u.username as owner', 'a.is_first_party as isFirstParty'])
    .select(['a.tokens_are_revocable as tokensAreRevocable', 'a.token_idle_days as tokenIdleDays'])
    .select([
      sql<number>`(select count(*) from access_tokens k where k.application_id = a.id)::float8`.as('tokens'),
      time('a.created_at').as('createdAt'),
    ])
    .orderBy('a.id')
    .limit(limited($)),
);
export type ListedApplication = RowOfStatement<typeof listedApplications>;

/**
 * Tokens of one user (any case); null matches all. Includes expired ones, until the next login deletes them. The
 * application is its name, or its consumer key if unnamed; null for a token created by an operator.
 */
export const listedTokens = statement(
  'listed tokens',
  ($: Parameters<LimitArgument & { username: string | null }>) =>
    db
      .selectFrom('access_tokens as k')
      .innerJoin('users as u', 'u.id', 'k.user_id')
      .leftJoin('applications as a', 'a.id', 'k.application_id')
      .select(['k.id', 'u.username', sql<string | null>`coalesce(a.name, a.consumer_key)`.as('application')])
      .select([time('k.created_at').as('createdAt'), time<null>('k.last_used_at').as('lastUsedAt')])
      .select(time<null>('k.expires_at').as('expiresAt'))
      .where(sql<boolean>`(${$.username}::text is null or lower(u.username) = lower(${$.username}))`)
      .orderBy('k.id')
      .limit(limited($)),
  true,
);
export type ListedToken = RowOfStatement<typeof listedTokens>;

const hostNames = sql<string[]>`array(select u.username from event_hosts h join users u on u.id = h.user_id
  where h.event_id = e.id order by 1)`;

/** Latest submissions first; `search` is a substring of the name; null matches all. Hosts are usernames. */
export const listedEvents = statement(
  'listed events',
  ($: Parameters<LimitArgument & { search: string | null; pendingOnly: boolean }>) =>
    db
      .selectFrom('events as e')
      .select(['e.id', 'e.name', 'e.status', 'e.is_private as isPrivate', time('e.starts_at').as('startsAt')])
      .select([
        sql<boolean>`e.cancelled_at is not null`.as('isCancelled'),
        sql<boolean>`e.withdrawn_at is not null`.as('isWithdrawn'),
      ])
      .select([hostNames.as('hosts'), time('e.created_at').as('submittedAt')])
      .where(
        sql<boolean>`(${$.search}::text is null
          or public.search_text(e.name) like public.search_pattern(${$.search}))
          and (not ${$.pendingOnly}::boolean or e.status = 'PENDING')`,
      )
      .orderBy('e.id', 'desc')
      .limit(limited($)),
  true,
);
export type ListedEvent = RowOfStatement<typeof listedEvents>;

/**
 * Undecided reports, oldest first. A non-null `eventId` or `id` selects those of one event or a single report. The talk
 * is null for a comment on the event; author and reporter are usernames, null without an account.
 */
export const listedReports = statement(
  'listed reports',
  ($: Parameters<LimitArgument & { eventId: string | null; id: string | null }>) =>
    db
      .selectFrom('comment_reports as r')
      .innerJoin('events as e', 'e.id', 'r.event_id')
      .leftJoin('event_comments as c', 'c.id', 'r.event_comment_id')
      .leftJoin('talk_comments as d', 'd.id', 'r.talk_comment_id')
      .leftJoin('talks as t', 't.id', 'd.talk_id')
      .leftJoin('users as a', (join) => join.on(sql<boolean>`a.id = coalesce(c.user_id, d.user_id)`))
      .leftJoin('users as u', 'u.id', 'r.reporter_id')
      .select(['r.id', 'e.id as eventId', 'e.name as event', 't.title as talk'])
      .select(['r.event_comment_id as eventCommentId', 'r.talk_comment_id as talkCommentId'])
      .select([sql<string>`coalesce(c.comment, d.comment)`.as('comment'), 'a.username as author'])
      .select(['u.username as reporter', time('r.created_at').as('reportedAt')])
      .where('r.decision', 'is', null)
      .where(sql<boolean>`(${$.eventId}::bigint is null or r.event_id = ${$.eventId}::bigint)`)
      .where(sql<boolean>`(${$.id}::bigint is null or r.id = ${$.id}::bigint)`)
      .orderBy('r.id')
      .limit(limited($)),
  true,
);
export type ListedReport = RowOfStatement<typeof listedReports>;

export interface ListedFailedMail {
  readonly id: string;
  /** Such as `password_reset`; recipient and content are encrypted. */
  readonly kind: string;
  readonly tries: number;
  readonly queuedAt: string;
  readonly failedAt: string | null;
  /** The mail server's reply, without addresses. */
  readonly error: string | null;
}

/** Mails that failed permanently, latest first. */
export const listedFailedMails = statement<LimitArgument, ListedFailedMail>(
  'listed failed mails',
  ($) => sql<ListedFailedMail>`
    select id::text, data ->> 'kind' as kind, retry_count + 1 as tries, ${time('created_on')} as "queuedAt",
      ${time('completed_on')} as "failedAt", output ->> 'message' as error
    from pgboss.job
    where name = 'mail' and state = 'failed'
    order by completed_on desc, id limit ${$.limit}::bigint`,
);
