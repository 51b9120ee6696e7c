import { z } from 'zod';

/** How often something may be done: `points` times within `seconds`. */
export interface Allowance {
  readonly points: number;
  readonly seconds: number;
}

const MOST_POINTS = 1_000_000;
const MOST_SECONDS = 31 * 86_400;
const FORM = `must be <times>/<seconds> such as 100/900 (up to ${MOST_POINTS} times, ${MOST_SECONDS} seconds), or off`;

/** `100/900`: a hundred times in a quarter of an hour; `off`: null, as often as you like. */
const allowance = (byDefault: string, description: string) =>
  z
    .string()
    .default(byDefault)
    .transform((text, { addIssue }): Allowance | null => {
      if (text === 'off') return null;
      const [points, seconds] = /^\d{1,7}\/\d{1,7}$/.test(text) ? text.split('/').map(Number) : [];
      if (inRange(points, MOST_POINTS) && inRange(seconds, MOST_SECONDS)) return { points, seconds };
      addIssue(FORM);
      return z.NEVER;
    })
    .meta({ description, values: '`<times>/<seconds>`, `off`' });

const inRange = (number: number | undefined, most: number): number is number =>
  number !== undefined && number >= 1 && number <= most;

/** One variable for each limit: `<times>/<seconds>`, or `off`. */
export const limitsEnvironment = {
  LIMIT_LOGIN_ADDRESS: allowance('100/900', 'Failed logins from one address.'),
  LIMIT_LOGIN_ACCOUNT_ADDRESS: allowance(
    '10/3600',
    'Wrong passwords for one username from one address, one after the other, at the login and when one is changed.',
  ),
  LIMIT_LOGIN_ACCOUNT: allowance(
    '50/86400',
    'Wrong passwords for one username from all addresses together; past it, it still logs in from those where it did within 30 days.',
  ),
  LIMIT_REGISTRATION_ADDRESS: allowance('30/3600', 'Registrations from one address.'),
  LIMIT_REMINDER_ADDRESS: allowance('30/3600', 'Verifications and reminders that one address asks for.'),
  LIMIT_REMINDER_ACCOUNT: allowance('5/3600', 'The same, for one username or e-mail address.'),
  LIMIT_CONTACT_ADDRESS: allowance('10/3600', 'Contact messages from one address.'),
  LIMIT_APPLICATIONS_USER: allowance('20/86400', 'Applications that one user registers.'),
  LIMIT_UNKNOWN_TOKEN_ADDRESS: allowance(
    '100/60',
    'Unknown tokens from one address, in each process; past it only tokens that were good lately are looked up.',
  ),
  LIMIT_WRITES_USER: allowance('120/60', 'All writes of one user at both doors, in each process.'),
  LIMIT_EVENT_COMMENTS_USER: allowance('30/3600', 'Comments on events that one user makes.'),
  LIMIT_REPORTS_USER: allowance('20/3600', 'Comments that one user reports.'),
  LIMIT_CLAIMS_USER: allowance(
    '30/3600',
    'Names on talks that one user claims, or assigns as a host; to confirm what the other side said does not count.',
  ),
  TALK_COMMENT_LIMIT: allowance('30/3600', 'Accepted talk comments of one user.'),
};

/** What each limit allows; null: no limit. */
export interface LimitsSettings {
  readonly counted: Readonly<Record<LimitName, Allowance | null>>;
  /** Of one user's accepted talk comments (contract §1.9). The domain counts them itself, from the comments. */
  readonly talkComments: Allowance | null;
}

/** What is limited, and by what: whose address, which account. */
export type LimitName =
  | 'login_address'
  | 'login_account_address'
  | 'login_account'
  | 'registration_address'
  | 'reminder_address'
  | 'reminder_account'
  | 'contact_address'
  | 'applications_user'
  | 'unknown_token_address'
  | 'writes_user'
  | 'event_comments_user'
  | 'reports_user'
  | 'claims_user';

/** The settings out of what the variables say. */
export function limitsSettings(data: z.output<z.ZodObject<typeof limitsEnvironment>>): LimitsSettings {
  return {
    counted: {
      login_address: data.LIMIT_LOGIN_ADDRESS,
      login_account_address: data.LIMIT_LOGIN_ACCOUNT_ADDRESS,
      login_account: data.LIMIT_LOGIN_ACCOUNT,
      registration_address: data.LIMIT_REGISTRATION_ADDRESS,
      reminder_address: data.LIMIT_REMINDER_ADDRESS,
      reminder_account: data.LIMIT_REMINDER_ACCOUNT,
      contact_address: data.LIMIT_CONTACT_ADDRESS,
      applications_user: data.LIMIT_APPLICATIONS_USER,
      unknown_token_address: data.LIMIT_UNKNOWN_TOKEN_ADDRESS,
      writes_user: data.LIMIT_WRITES_USER,
      event_comments_user: data.LIMIT_EVENT_COMMENTS_USER,
      reports_user: data.LIMIT_REPORTS_USER,
      claims_user: data.LIMIT_CLAIMS_USER,
    },
    talkComments: data.TALK_COMMENT_LIMIT,
  };
}
