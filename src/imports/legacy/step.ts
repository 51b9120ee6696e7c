import type { ClientBase } from 'pg';
import { insertBatch, type Columns, type RowOf } from '../../database/insert-batch.js';
import { markRow, type Ledger, type Mark } from '../report.js';
import { lookUp, type Known, type Refers } from './known.js';
import type { Reference } from './reference.js';
import type { LegacyRow, LegacySource } from './source.js';

/** What every step works with. */
export interface World {
  /** In a transaction. */
  readonly client: ClientBase;
  readonly source: LegacySource;
  /** Languages and talk types: a legacy id → ours. */
  readonly reference: Reference;
  /** Seals the secrets of applications. */
  readonly secretKey: Buffer;
  /** Seconds since 1970. */
  readonly now: number;
}

/** One legacy table, in batches by its key. */
export interface Step {
  /** Unique; also where an interrupted import goes on. */
  readonly name: string;
  /** The legacy table that is read, and that the rows are counted for. */
  readonly table: string;
  readonly key: string;
  readonly run: (rows: readonly LegacyRow[], ledger: Ledger, world: World) => Promise<void>;
}

/** A row that is about to be inserted, with its id of old and its marks. */
export interface Draft<Row> {
  readonly id: number;
  row: Row;
  readonly mark: Mark;
}

interface Unique<Row> {
  /** The columns that must be unique together; a row in which one is null is not asked about. */
  readonly columns: readonly (keyof Row & string)[];
  /** Whether texts are compared in any case. */
  readonly anyCase?: true;
  /** What becomes of a row whose values are taken: another row, or, with `skip`, none. */
  readonly otherwise: (row: Row, mark: Mark) => Row | null;
}

interface Copy<Given extends Columns, Pointing extends Refers, Prepared> {
  /** The name of the table, unless it is read a second time. */
  readonly name?: string;
  readonly table: string;
  readonly key?: string;
  /** False where the rows have been counted by another step: then their marks alone are told. */
  readonly counts?: false;
  readonly into: string;
  readonly columns: Given;
  readonly refers: Pointing;
  /** What else the rows of a batch need to know; given to `convert` as `prepared`. */
  readonly prepare?: (rows: readonly LegacyRow[], world: World) => Promise<Prepared>;
  /** What a legacy row becomes: pure. Null with a `mark.skip` where it is left out. */
  readonly convert: (
    row: LegacyRow,
    known: Known<Pointing> & { readonly prepared: Prepared },
    mark: Mark,
    world: World,
  ) => RowOf<Given> | null;
  readonly unique?: readonly Unique<RowOf<Given>>[];
  /** What only the batch as a whole can decide, such as names that must be free. */
  readonly complete?: (drafts: readonly Draft<RowOf<Given>>[], world: World) => Promise<void>;
}

/** Both sides write 0 for nobody and nothing. */
const NO_ID = 'its id is below 1, which no address of v2.1 can name';

/** A step that copies the rows of a table into one of ours, under their ids. */
export function copy<Given extends Columns, Pointing extends Refers, Prepared = undefined>(
  plan: Copy<Given, Pointing, Prepared>,
): Step {
  const { table, name = table, key = 'ID', counts = true, into, columns, refers, convert, unique = [] } = plan;
  const { prepare, complete } = plan;
  return step({ name, table, key, counts }, async (rows, marks, world) => {
    const prepared = (await prepare?.(rows, world)) as Prepared;
    const known = { ...(await lookUp(world.client, refers, rows)), prepared };
    let drafts: Draft<RowOf<Given>>[] = [];
    for (const row of rows) {
      const id = Number(row[key]);
      const mark = marks(id);
      const converted = id > 0 || !('id' in columns) ? convert(row, known, mark, world) : mark.skip(NO_ID);
      if (converted) drafts.push({ id, row: converted, mark });
    }
    for (const rule of unique) drafts = await enforce(rule, drafts, plan, world.client);
    await complete?.(drafts, world);
    await insertBatch(
      world.client,
      into,
      columns,
      drafts.map(({ row }) => row),
    );
  });
}

/** A step of any kind: `marks` gives each row its mark, and every row must ask for it. */
export function step(
  { name, table, key = 'ID', counts = true }: { name: string; table: string; key?: string; counts?: boolean },
  work: (rows: readonly LegacyRow[], marks: (id: number) => Mark, world: World) => Promise<void>,
): Step {
  return {
    name,
    table,
    key,
    run: async (rows, ledger, world) => {
      const marked = new Map<number, ReturnType<typeof markRow>>();
      const marks = (id: number) => {
        const mark = marked.get(id) ?? markRow(ledger, id, counts);
        marked.set(id, mark);
        return mark;
      };
      await work(rows, marks, world);
      for (const mark of marked.values()) mark.settle();
    },
  };
}

/** Keeps the first of rows that agree in what must be unique, be the other one in the batch or in the table already. */
async function enforce<Given extends Columns>(
  { columns: unique, anyCase, otherwise }: Unique<RowOf<Given>>,
  drafts: Draft<RowOf<Given>>[],
  { into, columns }: { readonly into: string; readonly columns: Given },
  client: ClientBase,
): Promise<Draft<RowOf<Given>>[]> {
  const fold = (text: string) => (anyCase ? text.toLowerCase() : text);
  const keyOf = (row: RowOf<Given>): string | null => {
    const values = unique.map((column) => row[column] as unknown);
    return values.includes(null) ? null : JSON.stringify(values.map((value) => fold(String(value))));
  };
  const agree = unique.map((column, place) =>
    anyCase
      ? `lower(t.${column}) = lower(g.v${place})`
      : `t.${column} = g.v${place}::${String(columns[column]).replace('?', '')}`,
  );
  const names = unique.map((_, place) => `v${place}`).join(', ');
  const { rows } = await client.query<{ key: string[] }>(
    `select json_build_array(${names}) as key from unnest(${unique.map((_, place) => `$${place + 1}::text[]`).join(', ')})
      as g(${names}) where exists (select from ${into} t where ${agree.join(' and ')})`,
    unique.map((column) => drafts.map(({ row }) => (row[column] === null ? null : String(row[column])))),
  );
  const taken = new Set(rows.map(({ key }) => JSON.stringify(key.map(fold))));
  return drafts.filter((draft) => {
    const key = keyOf(draft.row);
    if (key !== null && taken.has(key)) {
      const other = otherwise(draft.row, draft.mark);
      if (!other) return false;
      draft.row = other;
    }
    taken.add(keyOf(draft.row) ?? '');
    return true;
  });
}
