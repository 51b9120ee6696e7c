import type { EntityManager } from '@mikro-orm/postgresql';
import type { LimitState, RateLimits } from './limits/rate-limits.js';
import type { Reads } from './reads/reads.js';
import type { Transact, Transaction } from './reads/transaction.js';
import type { Viewer } from './rules.js';
import type { Services } from './services.js';

/** What a v2.1 address points to, in the graph's words. */
export interface ResourceReference {
  readonly type: 'Event' | 'Talk' | 'Track' | 'EventComment' | 'TalkComment' | 'User' | 'Language';
  readonly id: string;
}

/** Who is at the other end of the connection. */
export interface Client {
  /** IP address. */
  readonly address: string;
  readonly userAgent: string | null;
}

/**
 * Does the work of a transaction on a condition.
 *
 * @throws DomainError PRECONDITION_FAILED when it does not hold: then nothing may stay of the work
 */
export type WriteCondition = <Value>(em: EntityManager, work: () => Promise<Value>) => Promise<Value>;

/**
 * The one transaction of a request that is done once, however often it is sent (`Idempotency-Key`). It stays open behind its
 * work until the answer is known, which is then stored in it.
 */
export interface HeldTransaction {
  /** Does the work in it, by the ORM or by statements; when that fails, nothing stays, and it may be tried again. */
  readonly write: <Value>(work: (em: EntityManager, transaction: Transaction) => Promise<Value>) => Promise<Value>;
}

/** Everything that is about one request; made once for each. */
export interface Context {
  readonly viewer: Viewer | null;
  /** The row of the access token by which the viewer asks; null for an anonymous caller. */
  readonly tokenId: string | null;
  readonly client: Client;
  readonly reads: Reads;
  /** For writes: verbs use it through `inTransaction`, which forks it. */
  readonly em: EntityManager;
  /** For what many do at once, in statements that are prepared: verbs use it through `inPreparedTransaction`. */
  readonly transact: Transact;
  /** On what the request writes (`If-Match`); without it, on nothing. */
  readonly condition?: WriteCondition;
  /** In which the request writes; without it, in one of its own. */
  readonly held?: HeldTransaction;
  /** Seconds since 1970: the moment of the request. */
  readonly now: number;
  readonly services: Services;
  /** How often something may be done; what they answer is kept in `limitStates`, for the headers of the answer. */
  readonly limits: RateLimits;
  readonly limitStates: readonly LimitState[];
  /** Keeps how a limit stands that a verb counts itself, in place of what was kept of it before. */
  readonly noteLimit: (state: LimitState) => void;
  /** Base of the pages for people, without a slash at the end: mails lead there. */
  readonly website: string;
  readonly requestId: string;
  /** The largest page: small for operations that a caller wrote, `MAX_RESULTS` for stored ones. */
  readonly maxPageSize: number;
  /** The record behind a v2.1 address; null when it is none of this service's. */
  readonly resourceOf: (uri: string) => ResourceReference | null;
}
