import { sql } from 'kysely';
import { createPeriodicFlush, type PeriodicFlush } from '../../adapters/jobs/periodic-flush.js';
import type { Logger } from '../../telemetry/log/log.js';
import { statement, type Run } from '../../database/sql/statement.js';

/** Records when tokens were last used (contract §2.1), without a database write per request. */
export interface TokenUse extends PeriodicFlush {
  /** Records a use of the token, in memory only. `now` in seconds since 1970. */
  readonly seen: (tokenId: string, now: number) => void;
}

export interface TokenUseSources {
  readonly run: Run;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** The flush interval. */
  readonly everyMs?: number;
  /** Maximum number of buffered tokens; uses of further ones are dropped. */
  readonly most?: number;
}

const MOST = 100_000;
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

export function createTokenUse({ run, log, everyMs: intervalMs, most = MOST }: TokenUseSources): TokenUse {
  const unwritten = new Map<string, number>();

  const remember = (tokenId: string, now: number): void => {
    const before = unwritten.get(tokenId);
    if (before === undefined && unwritten.size >= most) return;
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
    recovered: 'Last use of tokens stored again',
  };
  return { seen: remember, ...createPeriodicFlush({ write: writeAll, log, messages, intervalMs }) };
}
