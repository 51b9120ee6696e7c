import type { Mailbox } from '../../config/mail.js';

/** A rendered message. */
export interface Message {
  readonly kind: string;
  /** The same on every attempt, without `<` and `>`. */
  readonly id: string;
  readonly date: Date;
  readonly from: Mailbox;
  /** A bare address. */
  readonly to: string;
  /** The original recipient, if all mail is redirected. */
  readonly originallyTo: string | undefined;
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Delivers messages by SMTP or to a folder. */
export interface MailTransport {
  /**
   * @param signal aborts the attempt
   * @throws GiveUp if the server rejects this message permanently, Error if a retry may succeed; neither contains an
   *   address or a link
   */
  deliver(message: Message, signal: AbortSignal): Promise<void>;
}
