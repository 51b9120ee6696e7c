import { sql } from 'kysely';
import { statement } from '../../database/sql/statement.js';

/** Lists for the command line, including data hidden from all viewers. Times are ISO 8601, in UTC, with seconds. */

const time = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Maximum number of rows. */
export interface LimitArgument {
  readonly limit: number;
}

export interface ListedAccount {
  readonly id: string;
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly isAdmin: boolean;
  readonly isTrusted: boolean;
  readonly isVerified: boolean;
  readonly isActive: boolean;
  readonly createdAt: string;
  readonly lastLoginAt: string | null;
}

/** `search` is a substring of a name or of the e-mail address; null matches all. */
export const listedAccounts = statement<
  LimitArgument & { search: string | null; adminsOnly: boolean; disabledOnly: boolean },
  ListedAccount
>(
  'listed accounts',
  ($) => sql<ListedAccount>`
    select id, username, full_name as "fullName", email, is_admin as "isAdmin", is_trusted as "isTrusted",
      is_verified as "isVerified", is_active as "isActive", ${time('created_at')} as "createdAt",
      ${time('last_login_at')} as "lastLoginAt"
    from users
    where (${$.search}::text is null or search_names like public.search_pattern(${$.search})
        or public.search_text(email) like public.search_pattern(${$.search}))
      and (is_admin or not ${$.adminsOnly}::boolean) and not (is_active and ${$.disabledOnly}::boolean)
    order by id limit ${$.limit}::bigint`,
  true,
);

interface Administrator {
  readonly id: string;
  readonly username: string;
}

/** Active site administrators. */
export const administrators = statement<object, Administrator>(
  'administrators',
  () => sql<Administrator>`select id, username from users where is_admin and is_active order by id`,
);

export interface ListedApplication {
  readonly id: string;
  /** Null if unnamed. */
  readonly name: string | null;
  readonly key: string;
  /** A username; null without an owner. */
  readonly owner: string | null;
  readonly isFirstParty: boolean;
  readonly tokensAreRevocable: boolean;
  readonly tokenIdleDays: number | null;
  readonly tokens: number;
  readonly createdAt: string;
}

export const listedApplications = statement<LimitArgument, ListedApplication>(
  'listed applications',
  ($) => sql<ListedApplication>`
    select a.id, a.name, a.consumer_key as key, u.username as owner, a.is_first_party as "isFirstParty",
      a.tokens_are_revocable as "tokensAreRevocable", a.token_idle_days as "tokenIdleDays",
      (select count(*) from access_tokens k where k.application_id = a.id)::float8 as tokens,
      ${time('a.created_at')} as "createdAt"
    from applications a left join users u on u.id = a.user_id
    order by a.id limit ${$.limit}::bigint`,
);

export interface ListedToken {
  readonly id: string;
  readonly username: string;
  /** Its name, or its consumer key if unnamed; null for a token created by an operator. */
  readonly application: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
}

/** Tokens of one user (any case); null matches all. Includes expired ones, until the next login deletes them. */
export const listedTokens = statement<LimitArgument & { username: string | null }, ListedToken>(
  'listed tokens',
  ($) => sql<ListedToken>`
    select k.id, u.username, coalesce(a.name, a.consumer_key) as application, ${time('k.created_at')} as "createdAt",
      ${time('k.last_used_at')} as "lastUsedAt", ${time('k.expires_at')} as "expiresAt"
    from access_tokens k join users u on u.id = k.user_id left join applications a on a.id = k.application_id
    where ${$.username}::text is null or lower(u.username) = lower(${$.username})
    order by k.id limit ${$.limit}::bigint`,
  true,
);

export interface ListedEvent {
  readonly id: string;
  readonly name: string;
  readonly status: 'PENDING' | 'APPROVED' | 'REJECTED';
  readonly isPrivate: boolean;
  readonly startsAt: string;
  /** Usernames. */
  readonly hosts: readonly string[];
  readonly submittedAt: string;
}

/** Latest submissions first; `search` is a substring of the name; null matches all. */
export const listedEvents = statement<LimitArgument & { search: string | null; pendingOnly: boolean }, ListedEvent>(
  'listed events',
  ($) => sql<ListedEvent>`
    select e.id, e.name, e.status, e.is_private as "isPrivate", ${time('e.starts_at')} as "startsAt",
      array(select u.username from event_hosts h join users u on u.id = h.user_id where h.event_id = e.id order by 1) as hosts,
      ${time('e.created_at')} as "submittedAt"
    from events e
    where (${$.search}::text is null or public.search_text(e.name) like public.search_pattern(${$.search}))
      and (not ${$.pendingOnly}::boolean or e.status = 'PENDING')
    order by e.id desc limit ${$.limit}::bigint`,
  true,
);

export interface ListedReport {
  readonly id: string;
  readonly eventId: string;
  readonly event: string;
  /** The title of the talk; null for a comment on the event. */
  readonly talk: string | null;
  readonly eventCommentId: string | null;
  readonly talkCommentId: string | null;
  readonly comment: string;
  /** Usernames; null without an account. */
  readonly author: string | null;
  readonly reporter: string | null;
  readonly reportedAt: string;
}

/** Undecided reports, oldest first. A non-null `eventId` or `id` selects those of one event or a single report. */
export const listedReports = statement<LimitArgument & { eventId: string | null; id: string | null }, ListedReport>(
  'listed reports',
  ($) => sql<ListedReport>`
    select r.id, e.id as "eventId", e.name as event, t.title as talk, r.event_comment_id as "eventCommentId",
      r.talk_comment_id as "talkCommentId", coalesce(c.comment, d.comment) as comment,
      a.username as author, u.username as reporter, ${time('r.created_at')} as "reportedAt"
    from comment_reports r join events e on e.id = r.event_id
      left join event_comments c on c.id = r.event_comment_id
      left join talk_comments d on d.id = r.talk_comment_id left join talks t on t.id = d.talk_id
      left join users a on a.id = coalesce(c.user_id, d.user_id) left join users u on u.id = r.reporter_id
    where r.decision is null and (${$.eventId}::bigint is null or r.event_id = ${$.eventId}::bigint)
      and (${$.id}::bigint is null or r.id = ${$.id}::bigint)
    order by r.id limit ${$.limit}::bigint`,
  true,
);

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
