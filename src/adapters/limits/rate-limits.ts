import { createSecretKey } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { ConsumedLimit, LimitState, RateLimits } from '../../core/ports.js';
import { DomainError } from '../../core/errors.js';
import type { Run } from '../../database/sql/statement.js';
import { limitNames, rateLimits, type Allowance, type LimitName, type LimitsSettings } from '../../config/limits.js';
import { AsynchronousLimiter } from './asynchronous-limiter.js';
import { accountAtAddress, hashedKey, normalizedKey } from './hashed-key.js';
import { refundPoint, isProvenKey, settleLogin, storeClient, TABLE } from './limit-store.js';

/** Rate limit exceeded. */
export class LimitExceeded extends DomainError {
  constructor(readonly state: LimitState) {
    const { reason = 'RATE_LIMITED' } = rateLimits[state.name];
    super('RATE_LIMITED', [{ reason }], { retryAfter: state.resetSeconds });
  }
}

/** How long a successful login exempts its address from the account's limit. */
const PROVEN_DAYS = 30;
const DAY = 86_400_000;

export interface RateLimitOptions {
  readonly run: Run;
  readonly settings: Pick<LimitsSettings, LimitName>;
  /** 32 bytes. Stored keys are HMACs, irreversible without this secret. */
  readonly secretKey: Buffer;
  /** Whether no other process shares the database: limits of every write then count in memory. */
  readonly isOnlyProcess?: boolean | undefined;
  /** Called for each rejected request. */
  readonly onRejected?: (name: LimitName) => void;
}

/** Creates the rate limiters of one process. */
export function createRateLimits({
  run,
  settings,
  secretKey,
  isOnlyProcess = false,
  onRejected,
}: RateLimitOptions): RateLimits {
  const isInMemory = (name: LimitName): boolean => {
    const { store } = rateLimits[name];
    return store === 'memory' || (store === 'asynchronous' && isOnlyProcess);
  };
  const hashingKey = createSecretKey(secretKey);
  const client = storeClient(run);
  // All limits share one table: a single limiter deletes expired rows for all of them, every 5 minutes.
  const cleaner = limitNames.find((name) => settings[name] !== null && !isInMemory(name));
  const limiterOf = (name: LimitName, { points, seconds }: Allowance) => {
    const options = { keyPrefix: name, points, duration: seconds };
    if (isInMemory(name)) return new RateLimiterMemory(options);
    const stored = {
      ...options,
      storeClient: client,
      storeType: 'pool',
      tableName: TABLE,
      tableCreated: true,
      clearExpiredByTimeout: name === cleaner,
    };
    return rateLimits[name].store === 'asynchronous'
      ? new AsynchronousLimiter(stored, run)
      : new RateLimiterPostgres(stored);
  };
  const limiters = new Map(
    limitNames.flatMap((name) => {
      const allowance = settings[name];
      return allowance === null ? [] : [[name, limiterOf(name, allowance)] as const];
    }),
  );
  // Keys in memory are checked on every request and never stored, so they need no hashing.
  const stored = (name: LimitName, key: string): string => {
    const { key: kind } = rateLimits[name];
    return isInMemory(name) ? normalizedKey(kind, key) : hashedKey(kind, key, hashingKey);
  };
  const storedOf = ([name, key]: ConsumedLimit): string[] => {
    const limiter = limiters.get(name);
    return limiter ? [limiter.getKey(stored(name, key))] : [];
  };
  const provenKey = (key: string): string => `proven:${hashedKey('account at address', key, hashingKey)}`;
  const isProven = async (key: string): Promise<boolean> =>
    (await run(isProvenKey, { key: provenKey(key), now: Date.now() })).some(({ kept }) => kept);
  const stateOf = (name: LimitName, { points, duration }: Limiter, result: RateLimiterRes | null): LimitState => ({
    name,
    limit: points,
    windowSeconds: duration,
    remaining: Math.max(0, points - (result?.consumedPoints ?? 0)),
    resetSeconds: result === null ? duration : wholeSeconds(result),
  });
  return {
    accountAtAddress,
    async consume(name, key, unlessProven) {
      const limiter = limiters.get(name);
      if (!limiter) return null;
      const result = await limiter.consume(stored(name, key)).catch(resultOf);
      const state = stateOf(name, limiter, result);
      if (result.consumedPoints <= limiter.points) return state;
      if (unlessProven !== undefined && (await isProven(unlessProven))) return null;
      onRejected?.(name);
      throw new LimitExceeded(state);
    },
    async refund(name, key) {
      const limiter = limiters.get(name);
      if (limiter instanceof RateLimiterMemory) await limiter.reward(stored(name, key));
      else if (limiter) await run(refundPoint, { key: limiter.getKey(stored(name, key)), now: Date.now() });
    },
    async markProven(key, consumed = []) {
      const now = Date.now();
      const [own = null] = storedOf(['login_account_address', key]);
      const keys = [...consumed.flatMap(storedOf), ...(own === null ? [] : [own])];
      const marker = limiters.has('login_account') ? provenKey(key) : null;
      if (keys.length === 0 && marker === null) return;
      await run(settleLogin, { keys, forgotten: own, kept: marker, now, until: now + PROVEN_DAYS * DAY });
    },
    async isExhausted(name, key) {
      const limiter = limiters.get(name);
      const result = limiter ? await limiter.get(stored(name, key)) : null;
      const isUsedUp = result !== null && result.consumedPoints >= (limiter?.points ?? 0);
      if (isUsedUp) onRejected?.(name);
      return isUsedUp;
    },
    async count(name, key) {
      const limiter = limiters.get(name);
      return limiter ? stateOf(name, limiter, await limiter.penalty(stored(name, key))) : null;
    },
  };
}

type Limiter = Pick<RateLimiterPostgres, 'points' | 'duration'>;

/** The library rejects with its result if the limit is exceeded, and with an Error on failure. */
function resultOf(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}

/** At least 1 s: with 0, a client would retry immediately and be rejected again. */
function wholeSeconds({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}
