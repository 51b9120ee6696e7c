import type { ClientBase } from 'pg';
import { recomputeCounters } from '../common/counters.js';
import type { TableName } from '../../database/insert-batch.js';

/** Tables whose counters are maintained by triggers. */
const countedTables = ['events', 'tracks', 'talks'] as const;
const loadedTables = [
  ...countedTables,
  'users',
  'event_hosts',
  'event_attendees',
  'talk_tracks',
  'talk_speakers',
  'speaker_claims',
  'talk_links',
  'talk_stars',
  'event_comments',
  'talk_comments',
  'comment_reports',
] as const satisfies readonly TableName[];

/** A nonexistent event ID: invalidates every cached response (migrations/baseline/changes.ts). */
const ALL_EVENTS = 0;

/**
 * Loads many rows with triggers disabled, then recomputes their effects in bulk. Must run in a transaction: other
 * writers block until it ends; readers do not.
 *
 * @param onProgress called with the current task after `load`
 */
export async function bulkLoad(client: ClientBase, load: () => Promise<void>, onProgress: (what: string) => void) {
  const firstIds = new Map<string, string>();
  for (const table of loadedTables) await client.query(`alter table ${table} disable trigger user`);
  for (const table of countedTables) {
    const { rows } = await client.query<{ next: string }>(`select coalesce(max(id), 0) + 1 as next from ${table}`);
    firstIds.set(table, rows[0]?.next ?? '0');
  }
  await load();
  onProgress('statistics');
  await client.query(`analyze ${loadedTables.join(', ')}`);
  for (const table of countedTables) {
    onProgress(`counting for ${table}`);
    await recomputeCounters(client, table, firstIds.get(table) ?? '0');
  }
  onProgress('lists of events');
  await client.query('select recount_events()');
  await client.query('insert into changes (event_id) values ($1) on conflict do nothing', [ALL_EVENTS]);
  for (const table of loadedTables) await client.query(`alter table ${table} enable trigger user`);
}
