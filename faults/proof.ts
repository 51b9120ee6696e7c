import type pg from 'pg';
import { recountCounters } from '../src/core/common/counters.js';
import { alike, type Finding } from './finding.js';
import type { World } from './world.js';

/** Comparison of the acknowledged writes with the database. */
export interface Kept {
  readonly acknowledged: number;
  /** Acknowledged writes that are missing. */
  readonly lost: number;
  /** Writes that are stored more than once. */
  readonly duplicates: number;
  /** Counters that differ from a recount. */
  readonly drifts: number;
}

const COMMENTS = 'select comment from talk_comments union all select comment from event_comments';

/** Compares the database with the texts of the comments that were acknowledged, and its counters with a recount. */
export async function prove({ pool }: Pick<World, 'pool'>, acknowledged: readonly string[]): Promise<Kept> {
  const { rows: lost } = await pool.query(
    `select from unnest($1::text[]) known where not exists (select from (${COMMENTS}) c where c.comment = known)`,
    [acknowledged],
  );
  const { rows: twice } = await pool.query(`select from (${COMMENTS}) c group by comment having count(*) > 1`);
  return {
    acknowledged: acknowledged.length,
    lost: lost.length,
    duplicates: twice.length,
    drifts: await drifts(pool),
  };
}

/** Number of counters that differ from a recount. */
export async function drifts(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  try {
    return (await recountCounters(client, () => undefined)).length;
  } finally {
    client.release();
  }
}

/** Requires that no write was lost or duplicated, that counters are exact, and that there were writes at all. */
export const nothingLost = ({ acknowledged, lost, duplicates, drifts: drift }: Kept): Finding[] => [
  { what: `${acknowledged} writes acknowledged`, kept: acknowledged > 0 },
  alike('0 lost, 0 twice, 0 counters off', [lost, duplicates, drift], [0, 0, 0]),
];
