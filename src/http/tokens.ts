import { sql } from 'kysely';
import { createPeriodicFlush, type PeriodicFlush } from '../adapters/jobs/periodic-flush.js';
import type { Logger } from '../telemetry/log/log.js';
import { statement, type Run } from '../database/sql/statement.js';
import { LRUCache } from 'lru-cache';

/** Records when tokens were last used (contract §2.1), without a database write per request. */
export interface TokenUse extends PeriodicFlush {
  /** Records a use of the token, in memory only. `now` in seconds since 1970. */
  readonly seen: (tokenId: string, now: number) => void;
}

export interface TokenUseSources {
  readonly run: Run;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** The flush interval. */
  readonly intervalMs?: number;
  /** Maximum number of buffered tokens; uses of further ones are dropped. */
  readonly maxBuffered?: number;
}

const MAX_BUFFERED_TOKENS = 100_000;
/** Tokens per statement, far below the statement timeout. */
const BATCH = 10_000;

/**
 * Moves timestamps forward only, by at least one minute, because several processes may stamp the same token. Skips
 * locked rows: another process is stamping or deleting them, and waiting could deadlock without changing the result.
 */
const stamp = statement<{ ids: readonly string[]; times: readonly number[] }, object>(
  'tokens_stamp_use',
  ($) => sql<object>`
    with due as (
      select t.id, to_timestamp(seen.at) as at
      from unnest(${$.ids}::bigint[], ${$.times}::double precision[]) as seen (id, at)
      join access_tokens as t on t.id = seen.id
      where t.last_used_at is null or t.last_used_at <= to_timestamp(seen.at) - interval '1 minute'
      order by t.id
      for no key update of t skip locked
    )
    update access_tokens as t set last_used_at = due.at from due where t.id = due.id`,
);

export function createTokenUse({ run, log, intervalMs, maxBuffered = MAX_BUFFERED_TOKENS }: TokenUseSources): TokenUse {
  const unwritten = new Map<string, number>();

  const remember = (tokenId: string, now: number): void => {
    const before = unwritten.get(tokenId);
    if (before === undefined && unwritten.size >= maxBuffered) return;
    unwritten.set(tokenId, Math.max(now, before ?? now));
  };
  const writeAll = async (): Promise<void> => {
    const uses = [...unwritten];
    unwritten.clear();
    try {
      while (uses.length > 0) {
        const batch = uses.slice(0, BATCH);
        await run(stamp, { ids: batch.map(([id]) => id), times: batch.map(([, time]) => time) });
        uses.splice(0, BATCH);
      }
    } finally {
      for (const [id, time] of uses) remember(id, time);
    }
  };
  const messages = {
    failed: 'Failed to store the last use of tokens; retrying',
    recovered: 'Resumed storing the last use of tokens',
  };
  return { seen: remember, ...createPeriodicFlush({ write: writeAll, log, messages, intervalMs }) };
}

/** Recently valid tokens by hash. They are exempt from the limit of unknown tokens; the database still decides. */
export interface GoodTokens {
  readonly has: (tokenHash: string) => boolean;
  readonly add: (tokenHash: string) => void;
}

/** About 1 MB. */
const MAX_VALID_TOKENS = 10_000;

/** Creates the set of one process. */
export function createGoodTokens(max = MAX_VALID_TOKENS): GoodTokens {
  const hashes = new LRUCache<string, true>({ max });
  return {
    // `get` marks the token as recently used.
    has: (tokenHash) => hashes.get(tokenHash) === true,
    add: (tokenHash) => void hashes.set(tokenHash, true),
  };
}
