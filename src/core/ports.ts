import type { EntityManager } from '@mikro-orm/postgresql';
import type { StoredImage } from '../database/entities/event.entity.js';
import type { Problem } from './errors.js';
import type { LimitName, RateLimitName } from '../config/limits.js';
import type { MailData, MailKind, NotificationKind } from './mail-kinds.js';
import type { Policy } from '../config/behaviour.js';
import type { WebhookServices } from './webhooks/ports.js';
import type { Transaction } from '../database/sql/transaction.js';

/** Ports: the interfaces that domain commands require. Adapters implement them, and the composition root wires them. */

/** External services of domain commands and the deployment's policy. One instance per process. */
export interface Services {
  readonly mail: MailQueue;
  readonly spam: SpamCheck;
  readonly passwords: Passwords;
  readonly images: EventImageFiles;
  readonly webhooks: WebhookServices;
  /** 32 bytes; encrypts secrets that their owner must be able to read again. */
  readonly secretKey: Buffer;
  readonly policy: Policy;
}

/** A mail with one or more recipients. Each receives a separate message; duplicates are removed. */
export type Mail = {
  readonly [Kind in MailKind]: {
    readonly kind: Kind;
    /** Bare addresses, such as `ada@example.org`. */
    readonly to: string | readonly string[];
    readonly data: MailData[Kind];
    /** A bare address: the `Reply-To` header. */
    readonly replyTo?: string;
    /** The stub of the talk that it is about: mail programs show all feedback on a talk as one conversation. */
    readonly talk?: string;
  } & (Kind extends NotificationKind
    ? {
        /** Base URL of the service, for the link that turns off mails of this kind. */
        readonly origin: string;
      }
    : unknown);
}[MailKind];

/** Sends the mail of domain commands (contract §3.12). */
export interface MailQueue {
  /** Address of the operators: receives contact mails and copies of rejections. */
  readonly systemAddress: string;
  /**
   * Queues mails in a transaction: they are sent after it commits, and discarded if it rolls back. Does not wait for a
   * mail server.
   *
   * @param transaction of the ORM, or of prepared statements
   * @throws Error outside a transaction
   */
  queue(transaction: EntityManager | Pick<Transaction, 'executeSql'>, messages: readonly Mail[]): Promise<void>;
}

/** A text to check before it is published or sent. */
export interface SpamCheckInput {
  readonly kind: 'talk_comment' | 'event_comment' | 'contact';
  readonly comment: string;
  readonly authorName?: string | null;
  readonly authorEmail?: string | null;
  /** If true, external services receive neither the author nor the client. */
  readonly isAuthorHidden?: boolean;
  /** IP address. */
  readonly address: string;
  readonly userAgent: string | null;
  /** URL of the page to which the text belongs. */
  readonly permalink?: string | null;
}

/** `unchecked`: no verdict was available, so the text is accepted and flagged. */
export type SpamVerdict = 'accepted' | 'spam' | 'unchecked';

/** Classifies a text (contract §4.9). Never rejects: without a verdict, it resolves to `unchecked`. */
export interface SpamCheck {
  check(question: SpamCheckInput): Promise<SpamVerdict>;
}

/** Validates, hashes and verifies passwords. */
export interface Passwords {
  /** Validates a new password; returns null if it is acceptable. */
  readonly passwordProblem: (password: string) => Problem | null;
  readonly hashPassword: (password: string, caller?: HashingCaller) => Promise<string>;
  readonly verifyPassword: (
    storedHash: string | null,
    password: string,
    caller?: HashingCaller,
  ) => Promise<PasswordVerification>;
}

/** For whom a password is hashed: callers take turns. */
export interface HashingCaller {
  /** The name of the account as entered, or the token of a link. */
  readonly account: string;
  /** IP address. */
  readonly address: string;
}

export interface PasswordVerification {
  readonly ok: boolean;
  /** Whether to store a new hash of this password, because the stored one uses an outdated algorithm or parameters. */
  readonly rehash: boolean;
}

/** An uploaded file as a stream. Multipart parsers set `truncated` when they cut it off at their own limit. */
export type Upload = AsyncIterable<Uint8Array> & { readonly truncated?: boolean };

/** Image files of events. Store them before the record that references them, and delete them after it. */
export interface EventImageFiles {
  /**
   * Reads an upload, encodes both sizes and stores them under new names. If either cannot be stored, deletes both.
   *
   * @param userId the uploading user, whose concurrent uploads are limited; undefined for an import
   * @throws DomainError like `receiveEventImage` and `withinUserLimit`, and UNAVAILABLE: STORAGE_UNAVAILABLE
   */
  readonly store: (eventId: string, upload: Upload, userId?: string) => Promise<StoredImage[]>;
  /**
   * Deletes the files of images that no record references any more. Skips imported images, which are stored elsewhere.
   *
   * @throws DomainError UNAVAILABLE: STORAGE_UNAVAILABLE; the sweep deletes the files later
   */
  readonly discard: (images: readonly StoredImage[]) => Promise<void>;
}

/** State of a rate limit for one key. */
export interface LimitState {
  readonly name: RateLimitName;
  readonly limit: number;
  readonly windowSeconds: number;
  /** Requests left before the window ends. */
  readonly remaining: number;
  /** Whole seconds until the limit resets. */
  readonly resetSeconds: number;
}

/**
 * Rate limiters with fixed windows (decisions no. 69; contract §1.9). A window starts with the first request of a
 * key. Counters are in the database, so that they hold across processes and restarts; only the limit of every request
 * counts in memory.
 *
 * `key` is an IP address, a username or e-mail address as entered, or a user ID, depending on the limit. Returns null
 * for a disabled limit. All methods throw DomainError UNAVAILABLE when they need the database and it is unreachable.
 */
export interface RateLimits {
  /** Combines an account and an IP address into a key. */
  accountAtAddress(account: string, address: string): string;
  /**
   * Consumes one request of the limit. Atomic: concurrent calls never exceed the limit.
   *
   * @param unlessProven the key of an account at an address: if proven recently, it is exempt from some exceeded limits,
   *   and the result is null
   * @throws DomainError RATE_LIMITED with `retryAfter`
   */
  consume(name: LimitName, key: string, unlessProven?: string): Promise<LimitState | null>;
  /** Consumes one request of the limit, as `consume`; false if none remains. */
  take(name: LimitName, key: string): Promise<boolean>;
  /** Refunds what `consume` or `take` counted. */
  refund(name: LimitName, key: string): Promise<void>;
  /**
   * Checks, without counting, that requests of all these limits remain, in one statement.
   *
   * @param unlessProven as of `consume`
   * @returns the states of the limits that apply
   * @throws DomainError RATE_LIMITED for the first one that is exhausted, with `retryAfter`
   */
  check(keys: readonly LimitKey[], unlessProven?: string): Promise<readonly LimitState[]>;
  /**
   * Records for `PROVEN_DAYS` days that a client at an address has proven ownership of an account. The same statement
   * forgives the wrong passwords of this account there: it resets their counter, and gives them back to the address.
   *
   * @param owner the account at the address
   * @param login the name that was entered, and the address
   */
  markProven(owner: string, login: { readonly name: string; readonly address: string }): Promise<void>;
  /** Checks whether the limit is reached, without counting. */
  isExhausted(name: LimitName, key: string): Promise<boolean>;
  /** Counts one request, even beyond the limit, without rejecting it. */
  count(name: LimitName, key: string): Promise<LimitState | null>;
}

/** A limit and its key. */
export type LimitKey = readonly [name: LimitName, key: string];
