import type { JobTransaction } from '../jobs/insert-jobs.js';
import type { MailData, MailKind } from './mail-kinds.js';

/** One occasion to write to people: each recipient gets a message of his own, and a recipient named twice one. */
export type Mail = {
  readonly [Kind in MailKind]: {
    readonly kind: Kind;
    /** Bare addresses, such as `ada@example.org`. */
    readonly to: string | readonly string[];
    readonly data: MailData[Kind];
    /** A bare address: where answers go. */
    readonly replyTo?: string;
  };
}[MailKind];

/** How verbs send mail (contract §3.12). */
export interface MailQueue {
  /** Who receives what is for the people who run the site: contact mails, and copies of rejections. */
  readonly systemAddress: string;
  /**
   * Notes mails in a transaction: they are sent soon after it commits, or never. It waits for no mail server.
   *
   * @throws Error outside a transaction
   */
  queue(transaction: JobTransaction, messages: readonly Mail[]): Promise<void>;
}
