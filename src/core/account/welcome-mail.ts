import { longDate } from '../date/long-date.js';
import type { Mail } from '../ports.js';

/** The account that the mail is about. */
export interface Newcomer {
  readonly username: string;
  readonly email: string;
  readonly isVerified: boolean;
  /** When it is deleted, unless it is verified before; null: never. */
  readonly verifyBy?: Date | null | undefined;
}

/** The mail whose link verifies the address of an account. It says when the account is deleted otherwise. */
export const welcomeMail = (
  { username, email, isVerified, verifyBy }: Newcomer,
  verificationUrl: string,
): Extract<Mail, { kind: 'welcome' }> => ({
  kind: 'welcome',
  to: email,
  data: { username, verificationUrl, deletionDate: isVerified || !verifyBy ? null : longDate(verifyBy) },
});
