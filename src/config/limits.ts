import { z } from 'zod';

/** A rate limit: at most `points` within `seconds`. */
export interface Allowance {
  readonly points: number;
  readonly seconds: number;
}

const MAX_POINTS = 1_000_000;
const MAX_SECONDS = 31 * 86_400;
const FORM = `must be <times>/<seconds> such as 100/900 (up to ${MAX_POINTS} times, ${MAX_SECONDS} seconds), or off`;

/** Parses `100/900`: 100 times per 900 seconds; `off` becomes null: unlimited. */
const allowance = (byDefault: string, description: string) =>
  z
    .string()
    .default(byDefault)
    .transform((text, { addIssue }): Allowance | null => {
      if (text === 'off') return null;
      const [points, seconds] = /^\d{1,7}\/\d{1,7}$/.test(text) ? text.split('/').map(Number) : [];
      if (inRange(points, MAX_POINTS) && inRange(seconds, MAX_SECONDS)) return { points, seconds };
      addIssue(FORM);
      return z.NEVER;
    })
    .meta({ description, values: '`<times>/<seconds>`, `off`' });

const inRange = (number: number | undefined, maximum: number): number is number =>
  number !== undefined && number >= 1 && number <= maximum;

/** One variable per rate limit: `<times>/<seconds>`, or `off`. */
export const limitsEnvironment = {
  LIMIT_LOGIN_ADDRESS: allowance('100/900', 'Failed logins per IP address.'),
  LIMIT_LOGIN_ACCOUNT_ADDRESS: allowance(
    '10/3600',
    'Consecutive wrong passwords per username and IP address, at login and at password change.',
  ),
  LIMIT_LOGIN_ACCOUNT: allowance(
    '50/86400',
    'Wrong passwords per username from all IP addresses; beyond it, logins are accepted only from addresses with a successful login within 30 days.',
  ),
  LIMIT_REGISTRATION_ADDRESS: allowance('30/3600', 'Registrations per IP address.'),
  LIMIT_REMINDER_ADDRESS: allowance('30/3600', 'Verification and reminder requests per IP address.'),
  LIMIT_REMINDER_ACCOUNT: allowance(
    '5/3600',
    'Verification and reminder requests, and confirmations of a new address, per username or e-mail address.',
  ),
  LIMIT_EMAIL_CHANGES_USER: allowance('5/3600', 'E-mail address changes requested per user.'),
  LIMIT_CONTACT_ADDRESS: allowance('10/3600', 'Contact messages per IP address.'),
  LIMIT_APPLICATIONS_USER: allowance('20/86400', 'Applications registered per user.'),
  LIMIT_UNKNOWN_TOKEN_ADDRESS: allowance(
    '100/60',
    'Unknown tokens per IP address and process; beyond it, only recently valid tokens are looked up.',
  ),
  LIMIT_WRITES_USER: allowance('120/60', 'Writes per user and process, over REST and GraphQL together.'),
  LIMIT_EVENT_COMMENTS_USER: allowance('30/3600', 'Event comments per user.'),
  LIMIT_REPORTS_USER: allowance('20/3600', 'Comment reports per user.'),
  LIMIT_CLAIMS_USER: allowance(
    '30/3600',
    'Speaker claims, and assignments by a host, per user; confirming those of the other side does not count.',
  ),
  TALK_COMMENT_LIMIT: allowance('30/3600', 'Accepted talk comments per user.'),
};

/** The configured limits; null: unlimited. */
export interface LimitsSettings {
  readonly counted: Readonly<Record<LimitName, Allowance | null>>;
  /** Accepted talk comments per user (contract §1.9). The core counts the stored comments instead. */
  readonly talkComments: Allowance | null;
}

/** Rate limits by name (the limited action and its subject: IP address, account or user), and the variable of each. */
const variables = {
  login_address: 'LIMIT_LOGIN_ADDRESS',
  login_account_address: 'LIMIT_LOGIN_ACCOUNT_ADDRESS',
  login_account: 'LIMIT_LOGIN_ACCOUNT',
  registration_address: 'LIMIT_REGISTRATION_ADDRESS',
  reminder_address: 'LIMIT_REMINDER_ADDRESS',
  reminder_account: 'LIMIT_REMINDER_ACCOUNT',
  email_changes_user: 'LIMIT_EMAIL_CHANGES_USER',
  contact_address: 'LIMIT_CONTACT_ADDRESS',
  applications_user: 'LIMIT_APPLICATIONS_USER',
  unknown_token_address: 'LIMIT_UNKNOWN_TOKEN_ADDRESS',
  writes_user: 'LIMIT_WRITES_USER',
  event_comments_user: 'LIMIT_EVENT_COMMENTS_USER',
  reports_user: 'LIMIT_REPORTS_USER',
  claims_user: 'LIMIT_CLAIMS_USER',
} as const;

export type LimitName = keyof typeof variables;
export const limitNames = Object.keys(variables) as LimitName[];

/** Maps the parsed variables to the settings. */
export function limitsSettings(data: z.output<z.ZodObject<typeof limitsEnvironment>>): LimitsSettings {
  return {
    counted: Object.fromEntries(limitNames.map((name) => [name, data[variables[name]]])) as LimitsSettings['counted'],
    talkComments: data.TALK_COMMENT_LIMIT,
  };
}
