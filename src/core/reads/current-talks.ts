import { sql } from 'kysely';
import { groupByParent } from './parents.js';
import { talkRecord, type TalkRecord } from './records.js';
import { viewerArgument, type ReadScope } from './scope.js';
import { talkRows } from './talks.js';
import { byVisibility, type ViewerArgument } from './visibility.js';
import { idArray, statement, type Parameters, type RowOf } from '../../database/sql/statement.js';

/** Maximum number of talks of an event that run at once or start at once. */
export const MAX_CURRENT_TALKS = 50;

type CurrentRow = RowOf<ReturnType<typeof talkRows>> & { parent: string; isNext: boolean };

/** The talks of events that run at a time, and those with the earliest start after it. */
const currentTalks = byVisibility((visibility) =>
  statement(`current talks of events, ${visibility}`, ($: Parameters<{ keys: readonly string[] } & ViewerArgument>) => {
    const now = sql`to_timestamp(${$.now}::float8)`;
    const talks = (isNext: boolean) =>
      talkRows(visibility, $)
        .select(sql.lit(isNext).as('isNext'))
        .where(sql<boolean>`t.event_id = parents.parent`)
        .orderBy('t.starts_at')
        .orderBy('t.id')
        .limit(sql.lit(MAX_CURRENT_TALKS));
    const running = talks(false).where(
      sql<boolean>`t.starts_at <= ${now} and t.starts_at + t.duration_minutes * interval '1 minute' > ${now}`,
    );
    const next = talks(true).where(
      sql<boolean>`t.starts_at = (select min(n.starts_at) from talks n
      where n.event_id = parents.parent and n.starts_at > ${now})`,
    );
    return sql<CurrentRow>`select current.*, parents.parent from unnest(${idArray($.keys)}) as parents(parent)
    cross join lateral ((${running}) union all (${next})) as current order by current."startsAt", current.id`;
  }),
);

/** What happens at an event at the time of the request. */
export interface CurrentTalks {
  readonly now: readonly TalkRecord[];
  readonly next: readonly TalkRecord[];
  /** When this changes without a write, in seconds since 1970. */
  readonly until: number;
}

/** Reads the current talks of each event, by one statement. */
export async function currentTalksOfEvents(scope: ReadScope, keys: readonly string[]): Promise<CurrentTalks[]> {
  const rows = groupByParent(await scope.run(currentTalks(scope.visibility), { keys, ...viewerArgument(scope) }));
  return keys.map((key) => {
    const all = rows.get(key) ?? [];
    const [running, next] = [all.filter(({ isNext }) => !isNext), all.filter(({ isNext }) => isNext)];
    const ends = running.map(({ startsAt, durationMinutes }) => startsAt + durationMinutes * 60);
    const until = Math.min(...ends, ...next.map(({ startsAt }) => startsAt));
    const [now, later] = [running, next].map((talks) => talks.map((row) => talkRecord(row, scope)));
    return { now: now ?? [], next: later ?? [], until };
  });
}
