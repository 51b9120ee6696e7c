import type * as z from 'zod';
import { allowance, type Allowance } from './allowance.js';
import type { RateLimit } from './rate-limit.js';

/** All rate limits, by the limited action and its subject. Configuration, counting, metrics and documentation use it. */
const table = {
  login_address: {
    variable: 'LIMIT_LOGIN_ADDRESS',
    byDefault: '100/900',
    key: 'address',
    isRaisedAtVenue: true,
    exemptsProven: true,
    description:
      'Wrong passwords per IP address, except for accounts with a successful login there within 30 days. A successful login gives back those of its account.',
  },
  login_account_address: {
    variable: 'LIMIT_LOGIN_ACCOUNT_ADDRESS',
    byDefault: '10/3600',
    key: 'account at address',
    description:
      'Consecutive wrong passwords per username or e-mail address, as entered, and IP address, at login and at password change.',
  },
  login_account: {
    variable: 'LIMIT_LOGIN_ACCOUNT',
    byDefault: '50/86400',
    key: 'account',
    exemptsProven: true,
    reason: 'LOGIN_LOCKED',
    description:
      'Wrong passwords per username or e-mail address, as entered, from all IP addresses; beyond it, logins are accepted only from addresses with a successful login within 30 days.',
  },
  registration_address: {
    variable: 'LIMIT_REGISTRATION_ADDRESS',
    byDefault: '30/3600',
    key: 'address',
    isRaisedAtVenue: true,
    description: 'Accounts registered per IP address.',
  },
  refused_registration_address: {
    variable: 'LIMIT_REFUSED_REGISTRATION_ADDRESS',
    byDefault: '100/3600',
    key: 'address',
    isRaisedAtVenue: true,
    description:
      'Registrations with invalid input or a name in use, per IP address. Beyond it, invalid input is still explained, but not whether names are in use, and a name in use counts as a registration.',
  },
  reminder_address: {
    variable: 'LIMIT_REMINDER_ADDRESS',
    byDefault: '30/3600',
    key: 'address',
    isRaisedAtVenue: true,
    description: 'Verification and reminder requests per IP address.',
  },
  reminder_account: {
    variable: 'LIMIT_REMINDER_ACCOUNT',
    byDefault: '5/3600',
    key: 'account',
    description:
      'Verification and reminder requests, confirmations of a new address, and notices that an address is in use, per username or e-mail address.',
  },
  email_changes_user: {
    variable: 'LIMIT_EMAIL_CHANGES_USER',
    byDefault: '5/3600',
    key: 'user',
    description: 'E-mail address changes requested per user, also those to an address in use.',
  },
  contact_address: {
    variable: 'LIMIT_CONTACT_ADDRESS',
    byDefault: '10/3600',
    key: 'address',
    description: 'Contact messages per IP address.',
  },
  applications_user: {
    variable: 'LIMIT_APPLICATIONS_USER',
    byDefault: '20/86400',
    key: 'user',
    description: 'Applications registered per user.',
  },
  unknown_token_address: {
    variable: 'LIMIT_UNKNOWN_TOKEN_ADDRESS',
    byDefault: '100/60',
    key: 'address',
    isRaisedAtVenue: true,
    store: 'memory',
    description:
      'Unknown tokens per IP address and process; beyond it, only tokens that the service has issued are looked up, and older ones if they were valid recently.',
  },
  writes_user: {
    variable: 'LIMIT_WRITES_USER',
    byDefault: '120/60',
    key: 'user',
    store: 'asynchronous',
    description: 'Writes per user, over REST and GraphQL together.',
  },
  event_comments_user: {
    variable: 'LIMIT_EVENT_COMMENTS_USER',
    byDefault: '30/3600',
    key: 'user',
    description: 'Event comments per user.',
  },
  reports_user: {
    variable: 'LIMIT_REPORTS_USER',
    byDefault: '20/3600',
    key: 'user',
    description: 'Comment reports per user.',
  },
  claims_user: {
    variable: 'LIMIT_CLAIMS_USER',
    byDefault: '30/3600',
    key: 'user',
    description: 'Speaker claims and assignments per user; confirming those of the other side does not count.',
  },
  imports_user: {
    variable: 'LIMIT_IMPORTS_USER',
    byDefault: '60/3600',
    key: 'user',
    description:
      'Imports of schedules into events that are not approved, dry runs included, per user. Trusted users and site administrators are exempt.',
  },
  event_states_user: {
    variable: 'LIMIT_EVENT_STATES_USER',
    byDefault: '20/3600',
    key: 'user',
    description:
      'Events cancelled, reinstated or withdrawn per user, because all hosts receive a mail; without effect, it does not count. Site administrators are exempt.',
  },
  webhook_messages_user: {
    variable: 'LIMIT_WEBHOOK_MESSAGES_USER',
    byDefault: '40/3600',
    key: 'user',
    description:
      'Pings of webhooks, also those of new ones and new URLs, and messages sent again, per user. Site administrators are exempt.',
  },
  room_names_user: {
    variable: 'LIMIT_ROOM_NAMES_USER',
    byDefault: '60/3600',
    key: 'user',
    description:
      'Rooms renamed and programmes shifted per user, because each moves all talks of the room or the event in calendars, feeds and webhooks. Site administrators are exempt.',
  },
  talk_comments: {
    variable: 'TALK_COMMENT_LIMIT',
    byDefault: '30/3600',
    key: 'user',
    store: 'comments',
    description: 'Accepted talk comments per user.',
  },
} as const satisfies Record<string, RateLimit>;

/** Every rate limit. */
export type RateLimitName = keyof typeof table;
/** A limit of requests. */
export type LimitName = Exclude<RateLimitName, 'talk_comments'>;

export const rateLimits: Readonly<Record<RateLimitName, RateLimit>> = table;
const entries = Object.entries(rateLimits) as [RateLimitName, RateLimit][];

export const limitNames = entries.flatMap(([name, { store }]) => (store === 'comments' ? [] : [name as LimitName]));

/** One variable per rate limit: `<times>/<seconds>`, or `off`. */
export const limitsEnvironment = Object.fromEntries(
  entries.map(([, { variable, byDefault, description }]) => [variable, allowance(byDefault, description)]),
) as Record<(typeof table)[RateLimitName]['variable'], ReturnType<typeof allowance>>;

/** The configured limits; null: unlimited. */
export type LimitsSettings = Readonly<Record<RateLimitName, Allowance | null>>;

/** Maps the parsed variables to the settings. */
export function limitsSettings(data: z.output<z.ZodObject<typeof limitsEnvironment>>): LimitsSettings {
  return Object.fromEntries(
    entries.map(([name, { variable }]) => [name, data[variable as keyof typeof data]]),
  ) as LimitsSettings;
}
