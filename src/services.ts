import type { EventImageFiles } from './images/event-image-files.js';
import type { MailQueue } from './mail/mail.js';
import type { Passwords } from './passwords/passwords.js';
import type { SpamCheck } from './spam/spam-check.js';
import type { Allowance } from './limits/settings.js';

/** The outside things that verbs use, and what a deployment decided about them. One of each for the whole process. */
export interface Services {
  readonly mail: MailQueue;
  readonly spam: SpamCheck;
  readonly passwords: Passwords;
  readonly images: EventImageFiles;
  /** 32 bytes; seals what its owner must be able to read again. */
  readonly secretKey: Buffer;
  readonly policy: Policy;
}

/** What a deployment decides about the rules. */
export interface Policy {
  /** How many events that one user submitted may await approval at a time (contract §3.2). */
  readonly maxPendingEvents: number;
  /** How many talk comments of one user are accepted in how long (contract §1.9); null: no limit. */
  readonly talkComments: Allowance | null;
  /** Minutes within which authors may edit their comments (contract §3.6). */
  readonly commentEditMinutes: number;
  /** Whether comments are refused outside their window (decisions.md no. 14). */
  readonly enforceCommentWindow: boolean;
  /** Whether e-mail verification, reminders and resets tell that an account does not exist (decisions.md no. 16). */
  readonly discloseAccounts: boolean;
  /** The `source` of comments made with a token of no application, and the name in mails. */
  readonly productName: string;
}
