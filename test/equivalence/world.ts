import type pg from 'pg';
import { addApplications, addPeople, addViewers, type Viewers } from './accounts-of-world.js';
import { Ledger, type Row } from './ledger.js';
import { addEvents } from './programme-of-world.js';
import type { Tree } from './tree.js';

/** All records of a world, and all viewers. */
export interface World {
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  readonly viewers: Viewers;
}

/** The rows for a tree; `now` in seconds since 1970. */
export function worldOf(tree: Tree, now: number): World {
  const ledger = new Ledger(now);
  addPeople(ledger, tree.people);
  const viewers = addViewers(ledger);
  addApplications(ledger, tree.applications);
  addEvents(ledger, tree.events);
  return { rows: ledger.rows, viewers };
}

/** Replaces the contents of the database by a world: one statement per table. */
export async function insertWorld(pool: pg.Pool, { rows }: World): Promise<void> {
  await pool.query('truncate users, applications, events cascade');
  for (const [table, [first, ...others]] of rows) {
    if (!first) continue;
    const columns = Object.keys(first).join(', ');
    await pool.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify([first, ...others])],
    );
  }
}
