import type { Mailbox } from './settings.js';

/** A finished message. */
export interface Message {
  readonly kind: string;
  /** The same at every try, without `<` and `>`. */
  readonly id: string;
  readonly date: Date;
  readonly from: Mailbox;
  /** A bare address. */
  readonly to: string;
  /** Where it would have gone, when all mail is redirected. */
  readonly originallyTo: string | undefined;
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Brings messages to people, or to where people look for them. */
export interface MailTransport {
  /**
   * @param signal ends the attempt
   * @throws GiveUp when the server refuses this message for good, Error when a later try may succeed; neither tells an
   *   address or a link
   */
  deliver(message: Message, signal: AbortSignal): Promise<void>;
}
