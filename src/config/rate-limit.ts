/** The kind of a limit's keys. It determines how they are normalized before they are compared. */
export type KeyKind = 'address' | 'account' | 'account at address' | 'user';

/** A row of the table of rate limits. */
export interface RateLimit {
  readonly variable: string;
  /** The default, in the notation of the variable. */
  readonly byDefault: string;
  readonly key: KeyKind;
  /**
   * Where requests are counted; by default in the database, so that the limit holds across processes and restarts.
   * `asynchronous`: in the database, without waiting for its disk, or in memory if one process has the embedded database to
   * itself. `memory`: a limit of every request counts in memory,
   * to save a statement. `comments`: the core counts stored comments.
   */
  readonly store?: 'asynchronous' | 'memory' | 'comments';
  /** Whether a venue raises the limit, because many people share its address. */
  readonly isRaisedAtVenue?: true;
  /** Whether accounts with a recent login from the address are exempt. */
  readonly exemptsProven?: true;
  /** The reason of a rejection, if its message names a remedy. */
  readonly reason?: 'LOGIN_LOCKED';
  readonly description: string;
}
