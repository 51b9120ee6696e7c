import * as z from 'zod';
import type { Allowance } from './allowance.js';
import type { LimitsSettings } from './limits.js';
import { flag, wholeNumber } from './setting-schemas.js';

/** Response size and caching. */
export const responsesEnvironment = {
  MAX_RESULTS: wholeNumber(1, 100_000).default(10_000).meta({
    unit: 'records',
    description: 'Maximum number of records per v2.1 response.',
  }),
  ANSWER_CACHE_MEGABYTES: wholeNumber(0, 4_096).default(32).meta({
    unit: 'MB',
    description: 'Maximum size of the response cache for anonymous reads, per process; `0` disables it.',
  }),
  MAX_STREAMS: wholeNumber(0, 100_000).default(1_000).meta({
    unit: 'streams',
    description:
      'Maximum number of open [subscriptions](live.md#subscriptions) per process; `0` disables them. The last quarter is open only to callers with few.',
  }),
  MAX_STREAMS_ADDRESS: wholeNumber(1, 100_000).default(500).meta({
    unit: 'streams',
    description:
      'Maximum number of open subscriptions per IP address and process, of logged-in users as well; raised at a [venue](#venues).',
  }),
  MAX_STREAMS_USER: wholeNumber(1, 100_000).default(20).meta({
    unit: 'streams',
    description: 'Maximum number of open subscriptions per user and process, over all tokens and applications.',
  }),
  LOG_DAYS: wholeNumber(1, 365).default(30).meta({
    unit: 'days',
    description: 'Retention of the [event log](live.md), from which the changes feed, webhooks and subscriptions read.',
  }),
  POLL_INTERVAL_MS: wholeNumber(0, 1_000).default(0).meta({
    unit: 'milliseconds',
    description:
      'Minimum time between two polls of the [change feed](how-it-works.md#cache-invalidation) in a process, for deployments of more than 500 processes. Delays responses by up to this time, but never serves stale ones.',
  }),
};

/** Business rules, and the defaults that `COMPATIBILITY` changes. */
export const behaviourEnvironment = {
  NODE_ENV: z.string().default('development').meta({
    description:
      '`production` rejects demo accounts, a derived base URL and generated keys, and disables name suggestions in GraphQL errors.',
  }),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info').meta({
    description: 'Minimum level of log entries.',
  }),
  PRODUCT_NAME: z.string().min(1).max(100).default('Lectern').meta({
    description: 'Name of the service in mails and on pages, and `source` of comments made without an application.',
  }),
  INTROSPECTION: flag
    .default(true)
    .meta({ description: 'Enables GraphQL introspection, and name suggestions in errors.' }),
  MAX_PENDING_EVENTS: wholeNumber(1, 1_000).default(3).meta({
    unit: 'events',
    description: 'Maximum number of pending events per submitter.',
  }),
  MAX_PENDING_TALKS: wholeNumber(1, 100_000).default(1_500).meta({
    unit: 'talks',
    description:
      'Maximum number of talks of an event that is not approved. Trusted users and site administrators are exempt.',
  }),
  MAX_PENDING_MEGABYTES: wholeNumber(1, 1_000).default(8).meta({
    unit: 'MB',
    description:
      'Maximum size of the talks, tracks, speakers and links of all events of a user that are not approved, with what imports remember of them. Trusted users and site administrators are exempt.',
  }),
  MAX_PENDING_WEBHOOKS: wholeNumber(0, 20).default(5).meta({
    unit: 'webhooks',
    description:
      'Maximum number of webhooks of an event that is not approved. Trusted users and site administrators are exempt.',
  }),
  COMMENT_EDIT_MINUTES: wholeNumber(0, 525_600).default(15).meta({
    unit: 'minutes',
    description: 'Time within which authors may edit or withdraw a comment.',
  }),
  ENFORCE_COMMENT_WINDOW: flag.default(false).meta({
    description: '`true` rejects comments outside the window that `comments_enabled` reports.',
  }),
  ACCOUNT_DISCLOSURE: z.enum(['none', 'legacy']).optional().meta({
    unset: '`legacy` with `COMPATIBILITY=legacy`, else `none`',
    description:
      '`legacy` lets `/emails/*` disclose that an account does not exist, and registrations and new addresses of accounts that an address is in use. Otherwise only the owner of the address receives a mail.',
  }),
  COMPATIBILITY: z.enum(['spec', 'legacy']).optional().meta({
    unset: '`spec`, and each start names first-party applications that may need `legacy`',
    description:
      '`legacy` changes the defaults to `EVENT_SUBMISSION=legacy`, `TALK_TYPE_SOCIAL=Social event` and `ACCOUNT_DISCLOSURE=legacy`; a throttled login gets `Signin failed` with status 429.',
  }),
  EVENT_SUBMISSION: z.enum(['spec', 'legacy']).optional().meta({
    unset: 'that of `COMPATIBILITY`',
    description:
      '`legacy` responds to a submission with the URL of the event in `Location`, or with 202 while it is pending.',
  }),
  TALK_TYPE_SOCIAL: z.string().min(1).optional().meta({
    unset: '`Social`',
    description: 'Name of talk type `SOCIAL_EVENT` in v2.1.',
  }),
};

/** Business rules that a deployment configures. */
export interface Policy {
  /** Maximum number of pending events per submitter (contract §3.2). */
  readonly maxPendingEvents: number;
  /** Maximum number of talks, and of webhooks, of an event that is not approved. */
  readonly maxPendingTalks: number;
  readonly maxPendingWebhooks: number;
  /** Maximum size of the content of all unapproved events of a user, in units of 2^20 bytes. */
  readonly maxPendingMegabytes: number;
  /** Rate limit of accepted talk comments per user (contract §1.9); null: unlimited. */
  readonly talkComments: Allowance | null;
  /** Minutes within which authors may edit their comments (contract §3.6). */
  readonly commentEditMinutes: number;
  /** Whether comments outside their window are rejected (decisions no. 14). */
  readonly enforceCommentWindow: boolean;
  /**
   * Whether e-mail verification, reminders and resets disclose that an account does not exist (decisions no. 16), and
   * registrations and changes of an address that another account uses it.
   */
  readonly discloseAccounts: boolean;
  /** The `source` of comments made without an application, and the name in mails. */
  readonly productName: string;
}

type BehaviourVariables = z.output<z.ZodObject<typeof behaviourEnvironment>>;

/** Maps the parsed variables to the settings. */
export function policyOf(data: BehaviourVariables, { talk_comments: talkComments }: LimitsSettings): Policy {
  return {
    maxPendingEvents: data.MAX_PENDING_EVENTS,
    maxPendingTalks: data.MAX_PENDING_TALKS,
    maxPendingWebhooks: data.MAX_PENDING_WEBHOOKS,
    maxPendingMegabytes: data.MAX_PENDING_MEGABYTES,
    talkComments,
    commentEditMinutes: data.COMMENT_EDIT_MINUTES,
    enforceCommentWindow: data.ENFORCE_COMMENT_WINDOW,
    discloseAccounts: (data.ACCOUNT_DISCLOSURE ?? data.COMPATIBILITY) === 'legacy',
    productName: data.PRODUCT_NAME,
  };
}
