/** A text that somebody wants to publish or send. */
export interface SpamQuestion {
  readonly kind: 'talk_comment' | 'event_comment' | 'contact';
  readonly comment: string;
  readonly authorName?: string | null;
  readonly authorEmail?: string | null;
  /** IP address. */
  readonly address: string;
  readonly userAgent: string | null;
  /** The address of the page that the text is about. */
  readonly permalink?: string | null;
}

/** `unchecked`: nobody could tell, so the text is accepted and marked for a look. */
export type SpamVerdict = 'accepted' | 'spam' | 'unchecked';

/** Says whether a text is spam (contract §4.9). Never fails: where no verdict can be had, it is `unchecked`. */
export interface SpamCheck {
  check(question: SpamQuestion): Promise<SpamVerdict>;
}
