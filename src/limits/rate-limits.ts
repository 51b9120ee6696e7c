import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../errors.js';
import type { Run } from '../reads/statement.js';
import { countedKey, sharedKey, type KeyKind } from './counted-key.js';
import type { Allowance, LimitName, LimitsSettings } from './settings.js';
import { giveBack, storeClient, TABLE } from './store.js';

/** How a limit stands for one key. */
export interface LimitState {
  readonly name: LimitName | 'talk_comments';
  readonly limit: number;
  readonly windowSeconds: number;
  /** How often it may still be done before the window ends. */
  readonly remaining: number;
  /** Whole seconds until the window ends and everything is allowed anew. */
  readonly resetSeconds: number;
}

/** Somebody has done something too often. */
export class LimitExceeded extends DomainError {
  constructor(readonly state: LimitState) {
    super('RATE_LIMITED', [{ reason: 'RATE_LIMITED' }], { retryAfter: state.resetSeconds });
  }
}

/**
 * How often something may be done (decisions.md, Values; contract §1.9). A window begins with the first time and ends
 * for all of them at once. The counts are in the database, so they hold across processes and restarts.
 *
 * `key` is an IP address, a username or e-mail as given, or a user's id, according to the name of the limit. A limit
 * that is switched off answers null. All fail with DomainError UNAVAILABLE when the database cannot be reached.
 */
export interface RateLimits {
  /**
   * Counts one time, and says whether it was allowed. However many ask at once, no more than the limit get through.
   *
   * @throws DomainError RATE_LIMITED with `retryAfter`
   */
  consume(name: LimitName, key: string): Promise<LimitState | null>;
  /**
   * Takes back what `consume` counted: where only failures count, consume first and give back what succeeded. To look
   * first and count later would let through as many as ask at once.
   */
  giveBack(name: LimitName, key: string): Promise<void>;
  /** Looks whether the limit is reached, and counts nothing. */
  isUsedUp(name: LimitName, key: string): Promise<boolean>;
  /** Counts one time, also past the limit: refuses nothing. */
  count(name: LimitName, key: string): Promise<LimitState | null>;
}

/** What each limit's keys are, and where it counts: what is asked with every request or write must not cost a statement. */
const limits: Readonly<Record<LimitName, { readonly key: KeyKind; readonly store: 'database' | 'memory' }>> = {
  login_address: { key: 'address', store: 'database' },
  login_account: { key: 'account', store: 'database' },
  registration_address: { key: 'address', store: 'database' },
  reminder_address: { key: 'address', store: 'database' },
  reminder_account: { key: 'account', store: 'database' },
  contact_address: { key: 'address', store: 'database' },
  applications_user: { key: 'user', store: 'database' },
  unknown_token_address: { key: 'address', store: 'memory' },
  writes_user: { key: 'user', store: 'memory' },
  event_comments_user: { key: 'user', store: 'database' },
  reports_user: { key: 'user', store: 'database' },
  claims_user: { key: 'user', store: 'database' },
};
const names = Object.keys(limits) as LimitName[];

export interface RateLimitSources {
  readonly run: Run;
  readonly settings: Pick<LimitsSettings, 'counted'>;
  /** 32 bytes. Keys are stored as hashes that nobody can undo without it. */
  readonly secretKey: Buffer;
  /** Told of each refusal. */
  readonly refused?: (name: LimitName) => void;
}

/** The limits of one process. */
export function createRateLimits({ run, settings, secretKey, refused }: RateLimitSources): RateLimits {
  const { counted } = settings;
  const client = storeClient(run);
  // All limits share one table: one of them clears away what has expired, every five minutes, while the process lives.
  const cleaner = names.find((name) => counted[name] !== null && limits[name].store === 'database');
  const limiterOf = (name: LimitName, { points, seconds }: Allowance) => {
    const options = { keyPrefix: name, points, duration: seconds };
    if (limits[name].store === 'memory') return new RateLimiterMemory(options);
    return new RateLimiterPostgres({
      ...options,
      storeClient: client,
      storeType: 'pool',
      tableName: TABLE,
      tableCreated: true,
      clearExpiredByTimeout: name === cleaner,
    });
  };
  const limiters = new Map(
    names.flatMap((name) => {
      const allowance = counted[name];
      return allowance === null ? [] : [[name, limiterOf(name, allowance)] as const];
    }),
  );
  // What is asked with every request, and written nowhere, need not be hashed.
  const stored = (name: LimitName, key: string): string =>
    limits[name].store === 'memory' ? sharedKey(limits[name].key, key) : countedKey(limits[name].key, key, secretKey);
  const stateOf = (name: LimitName, { points, duration }: Limiter, result: RateLimiterRes | null): LimitState => ({
    name,
    limit: points,
    windowSeconds: duration,
    remaining: Math.max(0, points - (result?.consumedPoints ?? 0)),
    resetSeconds: result === null ? duration : wholeSeconds(result),
  });
  return {
    async consume(name, key) {
      const limiter = limiters.get(name);
      if (!limiter) return null;
      try {
        return stateOf(name, limiter, await limiter.consume(stored(name, key)));
      } catch (refusal) {
        // The library rejects with its result where the limit is exceeded, and with an error where something went wrong.
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        refused?.(name);
        throw new LimitExceeded(stateOf(name, limiter, refusal));
      }
    },
    async giveBack(name, key) {
      const limiter = limiters.get(name);
      if (limiter instanceof RateLimiterMemory) await limiter.reward(stored(name, key));
      else if (limiter) await run(giveBack, { key: limiter.getKey(stored(name, key)), now: Date.now() });
    },
    async isUsedUp(name, key) {
      const limiter = limiters.get(name);
      const result = limiter ? await limiter.get(stored(name, key)) : null;
      const isUsedUp = result !== null && result.consumedPoints >= (limiter?.points ?? 0);
      if (isUsedUp) refused?.(name);
      return isUsedUp;
    },
    async count(name, key) {
      const limiter = limiters.get(name);
      return limiter ? stateOf(name, limiter, await limiter.penalty(stored(name, key))) : null;
    },
  };
}

type Limiter = Pick<RateLimiterPostgres, 'points' | 'duration'>;

/** Never 0: a client that waits no time at all would only be refused again. */
function wholeSeconds({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}
