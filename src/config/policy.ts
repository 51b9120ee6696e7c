import type { Allowance } from './limits.js';

/** Business rules that a deployment configures. */
export interface Policy {
  /** Maximum number of pending events per submitter (contract §3.2). */
  readonly maxPendingEvents: number;
  /** Rate limit of accepted talk comments per user (contract §1.9); null: unlimited. */
  readonly talkComments: Allowance | null;
  /** Minutes within which authors may edit their comments (contract §3.6). */
  readonly commentEditMinutes: number;
  /** Whether comments outside their window are rejected (decisions.md no. 14). */
  readonly enforceCommentWindow: boolean;
  /**
   * Whether e-mail verification, reminders and resets disclose that an account does not exist (decisions.md no. 16).
   */
  readonly discloseAccounts: boolean;
  /** The `source` of comments made without an application, and the name in mails. */
  readonly productName: string;
}
