import type pg from 'pg';
import { addApplications, addPeople, addViewers, type Viewers } from './accounts-of-world.js';
import { Ledger, type Row } from './ledger.js';
import { addEvents } from './programme-of-world.js';
import type { Tree } from './tree.js';

/** Everything that there is, and everybody who asks for it. */
export interface World {
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  readonly viewers: Viewers;
}

/** The rows that a tree stands for; `now` in seconds since 1970. */
export function worldOf(tree: Tree, now: number): World {
  const ledger = new Ledger(now);
  addPeople(ledger, tree.people);
  const viewers = addViewers(ledger);
  addApplications(ledger, tree.applications);
  addEvents(ledger, tree.events);
  return { rows: ledger.rows, viewers };
}

/** Puts a world in the place of whatever was there: one statement for each table. */
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
