import type { ClientBase } from 'pg';
import { settleCounters } from '../common/counters.js';
import { tableColumns, type TableName } from './tables.js';

/** Tables whose counters are maintained by triggers. */
const counting = ['events', 'tracks', 'talks'] as const;
const loaded = (Object.keys(tableColumns) as TableName[]).filter((table) => table !== 'applications');

/** A nonexistent event ID: invalidates every cached response (migration 20261121-changes). */
const EVERYTHING = 0;

/**
 * Loads many rows with triggers disabled, then recomputes their effects in bulk. Must run in a transaction: other
 * writers block until it ends; readers do not.
 *
 * @param tell called with the current task after `load`
 */
export async function inBulk(client: ClientBase, load: () => Promise<void>, tell: (what: string) => void) {
  const first = new Map<string, string>();
  for (const table of loaded) await client.query(`alter table ${table} disable trigger user`);
  for (const table of counting) {
    const { rows } = await client.query<{ next: string }>(`select coalesce(max(id), 0) + 1 as next from ${table}`);
    first.set(table, rows[0]?.next ?? '0');
  }
  await load();
  tell('statistics');
  await client.query(`analyze ${loaded.join(', ')}`);
  for (const table of counting) {
    tell(`counting for ${table}`);
    await settleCounters(client, table, first.get(table) ?? '0');
  }
  tell('lists of events');
  await client.query('select recount_events()');
  await client.query('insert into changes (event_id) values ($1) on conflict do nothing', [EVERYTHING]);
  for (const table of loaded) await client.query(`alter table ${table} enable trigger user`);
}
