import { sql } from 'kysely';
import { writeInTurn, type WritingInTurn } from '../jobs/write-in-turn.js';
import type { Logger } from '../log.js';
import { statement, type Run } from '../reads/statement.js';

/** Stamps when tokens were last used (contract §2.1), without a write for each request. */
export interface TokenUse extends WritingInTurn {
  /** A request presented the token. Costs nothing but memory. `now` in seconds since 1970. */
  readonly seen: (tokenId: string, now: number) => void;
}

export interface TokenUseSources {
  readonly run: Run;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** How often it writes. */
  readonly everyMs?: number;
  /** How many tokens it remembers until then; the uses of further ones are forgotten. */
  readonly most?: number;
}

const MOST = 100_000;
/** Tokens of one statement: so many take far less than a statement may. */
const BATCH = 10_000;

/**
 * Only moves forward, and by a minute at least: several processes may stamp one token. A row that is locked is being
 * stamped by one of them, or deleted: waiting for it could end in a deadlock, and would change nothing.
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

export function createTokenUse({ run, log, everyMs, most = MOST }: TokenUseSources): TokenUse {
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
  const sentences = {
    failed: 'The last use of tokens cannot be stamped; it is kept for later',
    mended: 'The last use of tokens is stamped again',
  };
  return { seen: remember, ...writeInTurn({ write: writeAll, log, sentences, everyMs }) };
}
