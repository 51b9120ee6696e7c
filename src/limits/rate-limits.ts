import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../errors.js';
import type { Run } from '../reads/statement.js';
import { accountAt, countedKey, sharedKey } from './counted-key.js';
import { limitKeys, limitNames } from './limit-keys.js';
import type { Allowance, LimitName, LimitsSettings } from './settings.js';
import { giveBack, isKept, settle, storeClient, TABLE } from './store.js';

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
  /** The key of an account at an address. */
  accountAt(account: string, address: string): string;
  /**
   * Counts one time, and says whether it was allowed. However many ask at once, no more than the limit get through.
   *
   * @param unlessProven an account at an address: where it was proven lately, it passes a limit that is used up. Null then
   * @throws DomainError RATE_LIMITED with `retryAfter`
   */
  consume(name: LimitName, key: string, unlessProven?: string): Promise<LimitState | null>;
  /**
   * Takes back what `consume` counted: where only failures count, consume first and give back what succeeded. To look
   * first and count later would let through as many as ask at once.
   */
  giveBack(name: LimitName, key: string): Promise<void>;
  /**
   * Remembers for `PROVEN_DAYS` that somebody at an address has shown whose account it is, and takes back in the same
   * statement what was consumed on the way there. What was counted for the account at this address begins anew.
   *
   * @param accountAtAddress as `accountAt` makes it
   */
  prove(accountAtAddress: string, consumed?: readonly Consumed[]): Promise<void>;
  /** Looks whether the limit is reached, and counts nothing. */
  isUsedUp(name: LimitName, key: string): Promise<boolean>;
  /** Counts one time, also past the limit: refuses nothing. */
  count(name: LimitName, key: string): Promise<LimitState | null>;
}

/** What was asked of `consume`. */
export type Consumed = readonly [name: LimitName, key: string];

/** So long an address is one from which an account logs in. */
const PROVEN_DAYS = 30;
const DAY = 86_400_000;

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
  const cleaner = limitNames.find((name) => counted[name] !== null && limitKeys[name].store === 'database');
  const limiterOf = (name: LimitName, { points, seconds }: Allowance) => {
    const options = { keyPrefix: name, points, duration: seconds };
    if (limitKeys[name].store === 'memory') return new RateLimiterMemory(options);
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
    limitNames.flatMap((name) => {
      const allowance = counted[name];
      return allowance === null ? [] : [[name, limiterOf(name, allowance)] as const];
    }),
  );
  // What is asked with every request, and written nowhere, need not be hashed.
  const stored = (name: LimitName, key: string): string => {
    const { key: kind, store } = limitKeys[name];
    return store === 'memory' ? sharedKey(kind, key) : countedKey(kind, key, secretKey);
  };
  const storedOf = ([name, key]: Consumed): string[] => {
    const limiter = limiters.get(name);
    return limiter ? [limiter.getKey(stored(name, key))] : [];
  };
  const provenKey = (key: string): string => `proven:${countedKey('account at address', key, secretKey)}`;
  const isProven = async (key: string): Promise<boolean> =>
    (await run(isKept, { key: provenKey(key), now: Date.now() })).some(({ kept }) => kept);
  const stateOf = (name: LimitName, { points, duration }: Limiter, result: RateLimiterRes | null): LimitState => ({
    name,
    limit: points,
    windowSeconds: duration,
    remaining: Math.max(0, points - (result?.consumedPoints ?? 0)),
    resetSeconds: result === null ? duration : wholeSeconds(result),
  });
  return {
    accountAt,
    async consume(name, key, unlessProven) {
      const limiter = limiters.get(name);
      if (!limiter) return null;
      try {
        return stateOf(name, limiter, await limiter.consume(stored(name, key)));
      } catch (refusal) {
        // The library rejects with its result where the limit is exceeded, and with an error where something went wrong.
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        if (unlessProven !== undefined && (await isProven(unlessProven))) return null;
        refused?.(name);
        throw new LimitExceeded(stateOf(name, limiter, refusal));
      }
    },
    async giveBack(name, key) {
      const limiter = limiters.get(name);
      if (limiter instanceof RateLimiterMemory) await limiter.reward(stored(name, key));
      else if (limiter) await run(giveBack, { key: limiter.getKey(stored(name, key)), now: Date.now() });
    },
    async prove(key, consumed = []) {
      const now = Date.now();
      const [own = null] = storedOf(['login_account_address', key]);
      const keys = [...consumed.flatMap(storedOf), ...(own === null ? [] : [own])];
      const kept = limiters.has('login_account') ? provenKey(key) : null;
      if (keys.length === 0 && kept === null) return;
      await run(settle, { keys, forgotten: own, kept, now, until: now + PROVEN_DAYS * DAY });
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
