import { sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { statement, type Run } from '../../database/sql/statement.js';
import { ZONE_RULES } from '../date/local-time.js';
import { derivedEvent, derivedTalk } from './derive-times.js';
import { countMoved, type MovedByZone } from './moved-by-zone.js';
import { futureEvents, futureTalks } from './outdated-times.js';

const BATCH_SIZE = 1_000;

/**
 * What `deriveOutdatedTimes` would move, read-only. Reads all future times, also those of the rules of this process.
 *
 * @param now seconds since 1970
 */
export async function outdatedTimeDifferences(run: Run, now: number): Promise<MovedByZone> {
  const moved: MovedByZone = new Map();
  const scope = { rules: ZONE_RULES, now, limit: BATCH_SIZE };
  await eachBatch(
    (after) => run(futureEvents, { ...scope, after }),
    (rows) =>
      countMoved(
        moved,
        'events',
        rows.map((row) => derivedEvent(row, now)),
      ),
  );
  await eachBatch(
    (after) => run(futureTalks, { ...scope, after }),
    (rows) =>
      countMoved(
        moved,
        'talks',
        rows.map((row) => derivedTalk(row, now)),
      ),
  );
  return moved;
}

async function eachBatch<Row extends { readonly id: string }>(
  read: (after: string) => Promise<readonly Row[]>,
  use: (rows: readonly Row[]) => void,
): Promise<void> {
  for (let after = '0'; ;) {
    const rows = await read(after);
    use(rows);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return;
    after = last.id;
    await nextTurn();
  }
}

/** The newest zone rules by which a time in the database was derived; null without any. */
const newestRules = statement(
  'newest zone rules in use',
  () => sql<{ rules: string | null }>`
    select greatest((select max(zone_rules) from events), (select max(zone_rules) from talks)) as rules`,
);

/** The newest zone rules by which a time was derived, if they are newer than those of this process. */
export async function newerZoneRules(run: Run): Promise<string | null> {
  const [newest] = await run(newestRules, {});
  return newest?.rules != null && newest.rules > ZONE_RULES ? newest.rules : null;
}
