import type { ClientBase } from 'pg';
import { movedTables } from './moved-tables.js';

/** A table as the database describes it. Names are as SQL writes them. */
export interface StoredTable {
  readonly name: string;
  /** Without those that PostgreSQL fills in itself. */
  readonly columns: readonly string[];
  /** The columns by which its rows have one order. */
  readonly key: readonly string[];
  /** The sequence that gives its ids; null where it has none. */
  readonly sequence: string | null;
  /** The tables that its rows point to. */
  readonly refersTo: readonly string[];
}

/** The tables that an export has, each behind those that its rows point to. */
export async function storedTables(client: ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(DESCRIBED, [movedTables]);
  return parentsFirst(rows);
}

/** The key is the primary one, or else that of a unique index. */
const DESCRIBED = `
  select c.relname::text as name,
    array(select quote_ident(a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
    array(select quote_ident(a.attname) from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indexrelid = (select indexrelid from pg_index where indrelid = c.oid and indisunique and indexprs is null
        order by indisprimary desc, indexrelid limit 1) order by k.place) as key,
    (select pg_get_serial_sequence(c.relname, a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attidentity <> '') as sequence,
    array(select distinct p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f' and p.oid <> c.oid) as "refersTo"
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
  order by c.relname`;

function parentsFirst(tables: readonly StoredTable[]): StoredTable[] {
  const rest = new Map(tables.map((table) => [table.name, table]));
  const sorted: StoredTable[] = [];
  while (rest.size > 0) {
    const next = [...rest.values()].find(({ refersTo }) => !refersTo.some((name) => rest.has(name)));
    if (!next) throw new Error(`These tables point to each other in a circle: ${[...rest.keys()].join(', ')}`);
    rest.delete(next.name);
    sorted.push(next);
  }
  return sorted;
}
