import { createSecretKey } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitState, RateLimits } from '../../core/ports.js';
import { DomainError } from '../../core/errors.js';
import type { Run } from '../../database/sql/statement.js';
import type { Allowance } from '../../config/allowance.js';
import { limitNames, rateLimits, type LimitName, type LimitsSettings } from '../../config/limits.js';
import type { VenueSettings } from '../../config/venues.js';
import { AsynchronousLimiter } from './asynchronous-limiter.js';
import { accountAtAddress, hashedKey, normalizedKey } from './hashed-key.js';
import { isProvenKey, readCounters, refundPoint, settleLogin, storeClient, TABLE } from './limit-store.js';
import { createVenueFactor } from './venues.js';

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
  /** Undefined: limits are the same everywhere. */
  readonly venues?: VenueSettings;
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
  venues = { networks: [], onEventDays: false, factor: 1 },
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
  const rowOf = (name: LimitName, key: string): string | null => limiters.get(name)?.getKey(stored(name, key)) ?? null;
  const factorOf = createVenueFactor(venues, run);
  /** How many requests are allowed, if as many as these are wanted. */
  const allowed = async (name: LimitName, key: string, { points }: Limiter, wanted: number): Promise<number> =>
    wanted > points && rateLimits[name].isRaisedAtVenue ? points * (await factorOf(key)) : points;
  const provenKey = (key: string): string => `proven:${hashedKey('account at address', key, hashingKey)}`;
  const isProven = async (key: string): Promise<boolean> =>
    (await run(isProvenKey, { key: provenKey(key), now: Date.now() })).some(({ kept }) => kept);
  const isExempt = async (name: LimitName, key: string | undefined): Promise<boolean> =>
    key !== undefined && rateLimits[name].exemptsProven === true && isProven(key);
  const stateOf = (name: LimitName, windowSeconds: number, limit: number, counted: Counted | null): LimitState => ({
    ...{ name, limit, windowSeconds },
    remaining: Math.max(0, limit - (counted?.points ?? 0)),
    resetSeconds: counted === null ? windowSeconds : wholeSeconds(counted),
  });
  const refuse = (name: LimitName, state: LimitState): never => {
    onRejected?.(name);
    throw new LimitExceeded(state);
  };
  /** Counts one request; null if the limit is disabled. */
  const counting = async (name: LimitName, key: string) => {
    const limiter = limiters.get(name);
    if (!limiter) return null;
    const counted = countedOf(await limiter.consume(stored(name, key)).catch(resultOf));
    const limit = await allowed(name, key, limiter, counted.points);
    return { isWithin: counted.points <= limit, state: stateOf(name, limiter.duration, limit, counted) };
  };
  return {
    accountAtAddress,
    async consume(name, key, unlessProven) {
      const counted = await counting(name, key);
      if (!counted || counted.isWithin) return counted?.state ?? null;
      return (await isExempt(name, unlessProven)) ? null : refuse(name, counted.state);
    },
    async take(name, key) {
      return (await counting(name, key))?.isWithin ?? true;
    },
    async refund(name, key) {
      const limiter = limiters.get(name);
      if (limiter instanceof RateLimiterMemory) await limiter.reward(stored(name, key));
      else if (limiter) await run(refundPoint, { key: limiter.getKey(stored(name, key)), now: Date.now() });
    },
    async check(keys, unlessProven) {
      const enabled = keys.flatMap(([name, key]) => {
        const limiter = limiters.get(name);
        return limiter ? [{ name, key, limiter, row: limiter.getKey(stored(name, key)) }] : [];
      });
      if (enabled.length === 0) return [];
      const found = await run(readCounters, { keys: enabled.map(({ row }) => row), now: Date.now() });
      const counters = new Map(found.map((counted) => [counted.key, counted]));
      const states: LimitState[] = [];
      for (const { name, key, limiter, row } of enabled) {
        const counted = counters.get(row) ?? null;
        const wanted = 1 + (counted?.points ?? 0);
        const limit = await allowed(name, key, limiter, wanted);
        const state = stateOf(name, limiter.duration, limit, counted);
        if (wanted <= limit) states.push(state);
        else if (!(await isExempt(name, unlessProven))) refuse(name, state);
      }
      return states;
    },
    async markProven(owner, { name, address }) {
      const now = Date.now();
      const account = rowOf('login_account_address', accountAtAddress(name, address));
      const marker = limiters.has('login_account') || limiters.has('login_address') ? provenKey(owner) : null;
      if (account === null && marker === null) return;
      const rows = { account, address: rowOf('login_address', address), marker };
      const limit = settings.login_account_address?.points ?? 0;
      await run(settleLogin, { ...rows, limit, now, until: now + PROVEN_DAYS * DAY });
    },
    async isExhausted(name, key) {
      const limiter = limiters.get(name);
      const result = limiter ? await limiter.get(stored(name, key)) : null;
      if (!limiter || result === null) return false;
      const wanted = result.consumedPoints + 1;
      const isUsedUp = wanted > (await allowed(name, key, limiter, wanted));
      if (isUsedUp) onRejected?.(name);
      return isUsedUp;
    },
    async count(name, key) {
      const limiter = limiters.get(name);
      if (!limiter) return null;
      const counted = countedOf(await limiter.penalty(stored(name, key)));
      return stateOf(name, limiter.duration, await allowed(name, key, limiter, counted.points), counted);
    },
  };
}

type Limiter = Pick<RateLimiterPostgres, 'points' | 'duration'>;

/** The library rejects with its result if the limit is exceeded, and with an Error on failure. */
function resultOf(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}

/** The requests counted in the current window, and its rest. */
interface Counted {
  readonly points: number;
  readonly remainingMs: number;
}

const countedOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Counted => ({
  points: consumedPoints,
  remainingMs: msBeforeNext,
});

/** At least 1 s: with 0, a client would retry immediately and be rejected again. */
const wholeSeconds = ({ remainingMs }: Counted): number => Math.max(1, Math.ceil(remainingMs / 1000));
