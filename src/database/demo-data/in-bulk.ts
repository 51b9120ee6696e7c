import type { ClientBase } from 'pg';
import { settleCounters } from '../../domain/counters.js';
import { tableColumns, type TableName } from './tables.js';

/** Tables whose rows others count, and what of their columns the triggers would have kept. */
const counting = ['events', 'tracks', 'talks'] as const;
const loaded = (Object.keys(tableColumns) as TableName[]).filter((table) => table !== 'applications');

/** Of an event that there is not: a change that every kept answer sees (migration 20261121-changes). */
const EVERYTHING = 0;

/**
 * Loads many rows with the triggers off, and then does at once what they would have done for each of them. Others wait to
 * write until the transaction ends, in which this has to run; reading goes on.
 *
 * @param tell is called with what is being done after `load`
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
