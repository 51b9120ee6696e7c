import type { PageUrls } from './common/page-urls.js';
import type { Run } from '../database/sql/statement.js';
import type { LimitState, RateLimits, Services } from './ports.js';
import type { LogPosition } from './reads/change-log.js';
import type { Reads } from './reads/reads.js';
import type { Transactions } from './transaction/transactions.js';
import type { Viewer } from './rules.js';

/** The GraphQL type and ID of the record that a v2.1 URI identifies. */
export interface ResourceReference {
  readonly type: 'Event' | 'Talk' | 'Track' | 'EventComment' | 'TalkComment' | 'User' | 'Language';
  readonly id: string;
}

/** The HTTP client of a request. */
export interface Client {
  /** IP address. */
  readonly address: string;
  readonly userAgent: string | null;
}

/** One run of a subscription (docs/live.md, Subscriptions). */
export interface SubscriptionRun {
  /** Where the previous run ended, or a cursor of the client; null for the current state only. */
  readonly after: LogPosition | string | null;
  /** Declares on which changes the next run depends, and where this one ends; `cursor` encodes its end. */
  readonly declare: (topic: SubscriptionTopic, end: LogPosition, cursor: string) => void;
  /** Called if the response lists changes, which are sent even if it equals the previous one. */
  readonly listChanges: () => void;
  /**
   * Called before the operation is executed.
   *
   * @param values that it may read
   * @throws DomainError UNAUTHENTICATED
   */
  readonly execute: (operation: 'query' | 'mutation' | 'subscription', values: number) => void;
}

/** The changes of an event with an ID, or of a talk. */
export type SubscriptionTopic = `event ${string}` | `talk ${string}`;

/** State of one request; created once per request. */
export interface Context {
  readonly viewer: Viewer | null;
  /** ID of the viewer's access token; null for an anonymous caller. */
  readonly tokenId: string | null;
  readonly client: Client;
  readonly reads: Reads;
  /** Runs reads that only the primary can serve, such as those of the event log. */
  readonly primary: Run;
  /** All writes of the request, subject to its precondition. */
  readonly transactions: Transactions;
  /** Time of the request, in seconds since 1970. */
  readonly now: number;
  readonly services: Services;
  /** Rate limiters; `consume` records its result in `limitStates`, for the response headers. */
  readonly limits: RateLimits;
  readonly limitStates: readonly LimitState[];
  /** Records the state of a limit that a command counts itself; replaces the previous state of that limit. */
  readonly recordLimit: (state: LimitState) => void;
  /** URLs of the pages that mails link to. */
  readonly pages: PageUrls;
  /** Base URL of the service, without a trailing slash. */
  readonly origin: string;
  /** URL of the feedback page of a talk, with parameters as in `FEEDBACK_URL`. */
  readonly feedbackUrl: string;
  readonly requestId: string;
  /** Maximum page size: lower for ad-hoc operations, `MAX_RESULTS` for stored operations. */
  readonly maxPageSize: number;
  /** Undefined unless the response is a stream. */
  readonly subscription?: SubscriptionRun;
  /** Resolves a v2.1 URI to its record; null if it does not belong to this service. */
  readonly resourceOf: (uri: string) => ResourceReference | null;
}
