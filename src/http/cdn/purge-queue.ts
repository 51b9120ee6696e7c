import type { PurgeRequest } from './purge-request.js';
import { EVERYTHING } from '../cache/surrogate-keys.js';

/** A response that was computed before a commit may reach the CDN after the purge, so each purge is repeated. */
const REPEAT_AFTER_MS = [1_000, 10_000];
/** Keys per request; Cloudflare accepts 100, Fastly 256. */
const BATCH_SIZE = 100;
/** More queued keys purge everything. */
const MAX_KEYS = 1_000;
/** More keys that await a repetition purge everything. */
const MAX_REPEATED_KEYS = 100_000;
const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;

export interface PurgeQueueParts {
  readonly request: PurgeRequest;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Called after each attempt; `everything` and `keys` succeeded. */
  readonly onOutcome: (outcome: 'keys' | 'everything' | 'failed') => void;
  /** Called for the first of several failures, and for the success after them. */
  readonly onFailure: (reason: string) => void;
  readonly onRecovery: () => void;
}

/** The keys to purge at one URL. After a failure they remain queued, or become everything: none is lost. */
export interface PurgeQueue {
  /** @param unchangedAt a time by `now` at which the CDN could not be stale yet */
  add(keys: Iterable<string>, unchangedAt: number): void;
  /** Purges what is due. At most one request is in flight, and a failed one is retried only after a pause. */
  flush(): Promise<void>;
  /** How long the CDN may have been stale, in milliseconds; 0 if nothing is queued. */
  lagMs(): number;
}

interface Batch {
  readonly keys: ReadonlySet<string>;
  /** Infinity if the keys are only repeated. */
  readonly unchangedAt: number;
}

const NOTHING: Batch = { keys: new Set(), unchangedAt: Infinity };

export function createPurgeQueue({ request, now, onOutcome, onFailure, onRecovery }: PurgeQueueParts): PurgeQueue {
  let [queued, inFlight] = [NOTHING, NOTHING];
  let repeats: readonly { readonly at: number; readonly keys: Batch['keys'] }[] = [];
  let flushing: Promise<void> | undefined;
  let [failures, retryAt] = [0, -Infinity];

  const add: PurgeQueue['add'] = (keys, unchangedAt) => {
    const union = new Set([...queued.keys, ...keys]);
    queued = {
      keys: union.has(EVERYTHING) || union.size > MAX_KEYS ? new Set([EVERYTHING]) : union,
      unchangedAt: Math.min(queued.unchangedAt, unchangedAt),
    };
  };

  /** Schedules the repetitions of purged keys. */
  const repeat = (keys: Batch['keys']): void => {
    const scheduled = repeats.reduce((sum, { keys: { size } }) => sum + size, keys.size);
    const isTooMany = scheduled > MAX_REPEATED_KEYS;
    const again = isTooMany ? new Set([EVERYTHING]) : keys;
    const added = REPEAT_AFTER_MS.map((ms) => ({ at: now() + ms, keys: again }));
    repeats = isTooMany ? added : [...repeats, ...added];
  };

  const takeDueRepeats = (): readonly string[] => {
    const at = now();
    const due = repeats.filter((one) => one.at <= at);
    if (due.length > 0) repeats = repeats.filter((one) => one.at > at);
    return due.flatMap(({ keys }) => [...keys]);
  };

  const fail = (error: unknown): void => {
    onOutcome('failed');
    if (failures === 0) onFailure(error instanceof Error ? error.message : String(error));
    retryAt = now() + Math.min(MIN_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS);
    failures += 1;
  };

  async function send(keys: readonly string[]): Promise<void> {
    for (let from = 0; from < keys.length; from += BATCH_SIZE) await request(keys.slice(from, from + BATCH_SIZE));
    onOutcome(keys[0] === EVERYTHING ? 'everything' : 'keys');
    if (failures > 0) onRecovery();
    failures = 0;
  }

  async function flushDue(): Promise<void> {
    while (now() >= retryAt) {
      const union = new Set([...queued.keys, ...takeDueRepeats()]);
      if (union.size === 0) return;
      const keys = union.has(EVERYTHING) ? [EVERYTHING] : [...union];
      [inFlight, queued] = [queued, NOTHING];
      try {
        await send(keys);
        if (inFlight.keys.size > 0) repeat(inFlight.keys);
      } catch (error) {
        add(keys, Math.min(inFlight.unchangedAt, now()));
        fail(error);
      }
      inFlight = NOTHING;
    }
  }

  return {
    add,
    flush: () => (flushing ??= flushDue().finally(() => (flushing = undefined))),
    lagMs: () => Math.max(0, now() - Math.min(queued.unchangedAt, inFlight.unchangedAt)),
  };
}
