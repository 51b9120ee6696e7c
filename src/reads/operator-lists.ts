import { sql } from 'kysely';
import { statement } from './statement.js';

/** What an operator lists on the command line: also what no viewer sees. Times are ISO 8601, in UTC, to the second. */

const time = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** How many rows at most. */
export interface Limited {
  readonly most: number;
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

/** `pattern` is a LIKE pattern for one of their names; null: any. */
export const listedAccounts = statement<
  Limited & { pattern: string | null; adminsOnly: boolean; disabledOnly: boolean },
  ListedAccount
>(
  'listed accounts',
  ($) => sql<ListedAccount>`
    select id, username, full_name as "fullName", email, is_admin as "isAdmin", is_trusted as "isTrusted",
      is_verified as "isVerified", is_active as "isActive", ${time('created_at')} as "createdAt",
      ${time('last_login_at')} as "lastLoginAt"
    from users
    where (${$.pattern}::text is null or username ilike ${$.pattern} or full_name ilike ${$.pattern} or email ilike ${$.pattern})
      and (is_admin or not ${$.adminsOnly}::boolean) and not (is_active and ${$.disabledOnly}::boolean)
    order by id limit ${$.most}::bigint`,
  true,
);

interface Administrator {
  readonly id: string;
  readonly username: string;
}

/** Active ones. */
export const administrators = statement<object, Administrator>(
  'administrators',
  () => sql<Administrator>`select id, username from users where is_admin and is_active order by id`,
);

export interface ListedApplication {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  /** A username; null: nobody's. */
  readonly owner: string | null;
  readonly isFirstParty: boolean;
  readonly tokensAreRevocable: boolean;
  readonly tokenIdleDays: number | null;
  readonly tokens: number;
  readonly createdAt: string;
}

export const listedApplications = statement<Limited, ListedApplication>(
  'listed applications',
  ($) => sql<ListedApplication>`
    select a.id, a.name, a.consumer_key as key, u.username as owner, a.is_first_party as "isFirstParty",
      a.tokens_are_revocable as "tokensAreRevocable", a.token_idle_days as "tokenIdleDays",
      (select count(*) from access_tokens k where k.application_id = a.id)::float8 as tokens,
      ${time('a.created_at')} as "createdAt"
    from applications a left join users u on u.id = a.user_id
    order by a.id limit ${$.most}::bigint`,
);

export interface ListedToken {
  readonly id: string;
  readonly username: string;
  /** Its name; null for one that an operator made. */
  readonly application: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
}

/** Of one user, in any case, or of everybody; null: of everybody. Those that are not good any more go at the next login. */
export const listedTokens = statement<Limited & { username: string | null }, ListedToken>(
  'listed tokens',
  ($) => sql<ListedToken>`
    select k.id, u.username, a.name as application, ${time('k.created_at')} as "createdAt",
      ${time('k.last_used_at')} as "lastUsedAt", ${time('k.expires_at')} as "expiresAt"
    from access_tokens k join users u on u.id = k.user_id left join applications a on a.id = k.application_id
    where ${$.username}::text is null or lower(u.username) = lower(${$.username})
    order by k.id limit ${$.most}::bigint`,
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

/** The latest submissions first; `pattern` is a LIKE pattern for the name; null: any. */
export const listedEvents = statement<Limited & { pattern: string | null; pendingOnly: boolean }, ListedEvent>(
  'listed events',
  ($) => sql<ListedEvent>`
    select e.id, e.name, e.status, e.is_private as "isPrivate", ${time('e.starts_at')} as "startsAt",
      array(select u.username from event_hosts h join users u on u.id = h.user_id where h.event_id = e.id order by 1) as hosts,
      ${time('e.created_at')} as "submittedAt"
    from events e
    where (${$.pattern}::text is null or e.name ilike ${$.pattern}) and (not ${$.pendingOnly}::boolean or e.status = 'PENDING')
    order by e.id desc limit ${$.most}::bigint`,
  true,
);

export interface ListedReport {
  readonly id: string;
  readonly eventId: string;
  readonly event: string;
  /** The title of a talk; null where the comment is one on the event. */
  readonly talk: string | null;
  readonly eventCommentId: string | null;
  readonly talkCommentId: string | null;
  readonly comment: string;
  /** Usernames; null: of nobody. */
  readonly author: string | null;
  readonly reporter: string | null;
  readonly reportedAt: string;
}

/** Reports that nobody has decided, the oldest first; of one event where `eventId` is not null, or one where `id` is not. */
export const listedReports = statement<Limited & { eventId: string | null; id: string | null }, ListedReport>(
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
    order by r.id limit ${$.most}::bigint`,
  true,
);
