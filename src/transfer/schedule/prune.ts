import { problem, type ScheduleProblem } from './formats/problems.js';
import type { StoredTalk } from './stored-schedule.js';
import type { EventWriter } from './write-rows.js';

export interface Pruned {
  readonly removed: number;
  readonly kept: number;
  readonly problems: readonly ScheduleProblem[];
}

/** Reports talks that the source no longer has, without deleting them. */
export const keepAll = (missing: readonly StoredTalk[]): Pruned => ({
  removed: 0,
  kept: missing.length,
  problems: missing.map(({ title }) => problem('MISSING_FROM_SOURCE', { detail: title })),
});

/**
 * Deletes talks that the source no longer has. Those with a comment, a star, a claim or an account of a speaker stay.
 *
 * @param dryRun whether to report without deleting
 */
export async function prune({ query }: EventWriter, missing: readonly StoredTalk[], dryRun: boolean): Promise<Pruned> {
  const ids = missing.map(({ id }) => id);
  // A comment that is being written references its talk: wait for it before counting.
  if (!dryRun) await query('select id from talks where id = any($1::bigint[]) order by id for update', [ids]);
  const rows = await query<{ id: string }>(
    `select t.id::text from talks t where t.id = any($1::bigint[])
      and (exists (select from talk_comments c where c.talk_id = t.id)
        or exists (select from talk_stars c where c.talk_id = t.id)
        or exists (select from speaker_claims c where c.talk_id = t.id)
        or exists (select from talk_speakers c where c.talk_id = t.id and c.user_id is not null))`,
    [ids],
  );
  const kept = new Set(rows.map(({ id }) => id));
  const removed = ids.filter((id) => !kept.has(id));
  if (!dryRun) await query('delete from talks where id = any($1::bigint[])', [removed]);
  return {
    removed: removed.length,
    kept: kept.size,
    problems: missing
      .filter(({ id }) => kept.has(id))
      .map(({ title }) => problem('KEPT_WITH_FEEDBACK', { detail: title })),
  };
}
