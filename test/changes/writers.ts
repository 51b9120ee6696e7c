import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Run } from '../../src/database/sql/statement.js';
import { readChanges, type ChangeRequest, type LogPosition } from '../../src/core/reads/change-log.js';

/** What the writers have committed and rolled back, by `record_id`. */
export interface Written {
  readonly committed: Set<string>;
  readonly rolledBack: Set<string>;
}

/**
 * Writes transactions with one to three rows of the event log each, of which every tenth rolls back.
 *
 * @param delayOf milliseconds between the rows and the end of a transaction
 */
export async function write(
  pool: pg.Pool,
  event: string,
  { transactions, writer, delayOf }: { transactions: number; writer: number; delayOf: () => number },
  { committed, rolledBack }: Written,
): Promise<void> {
  const client = await pool.connect();
  try {
    for (let count = 0; count < transactions; count += 1) {
      const records = Array.from({ length: 1 + (count % 3) }, (_, place) =>
        String(writer * 1_000_000 + count * 10 + place),
      );
      await client.query('begin');
      for (const record of records) {
        await client.query("insert into event_log (event_id, kind, record_id) values ($1, 'talk.changed', $2)", [
          event,
          record,
        ]);
      }
      await pause(delayOf());
      const isKept = count % 10 !== 9;
      await client.query(isKept ? 'commit' : 'rollback');
      for (const record of records) (isKept ? committed : rolledBack).add(record);
    }
  } finally {
    client.release();
  }
}

export const anonymous = { viewer: null, now: 0 };

/** Reads changes from a position on, page by page, until `isOver` and there are no more. */
export async function follow(
  run: Run,
  request: Pick<ChangeRequest, 'eventId' | 'first'> & { readonly after?: LogPosition },
  isOver: (count: number) => boolean,
): Promise<string[]> {
  const read: string[] = [];
  let after = request.after ?? null;
  for (;;) {
    const over = isOver(read.length);
    const page = await readChanges(run, 'public', anonymous, { ...request, kinds: null, after });
    read.push(...page.changes.map(({ recordId }) => recordId));
    after = page.end;
    if (page.hasNext) continue;
    if (over) return read;
    await pause(Math.random() * 20);
  }
}
