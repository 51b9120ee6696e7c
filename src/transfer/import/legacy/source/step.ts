import type { ClientBase } from 'pg';
import { insertBatch, type Columns, type RowOf } from '../../../../database/insert-batch.js';
import { markRow, type Ledger, type Mark } from '../../report.js';
import { lookUp, type Known, type Refers, type LegacyRow, type LegacySource } from './source.js';
import type { Reference } from './reference.js';

/** The shared context of the steps. */
export interface World {
  /** In a transaction. */
  readonly client: ClientBase;
  readonly source: LegacySource;
  /** Maps legacy IDs of languages and talk types to ours. */
  readonly reference: Reference;
  /** Encrypts the secrets of applications. */
  readonly secretKey: Buffer;
  /** Seconds since 1970. */
  readonly now: number;
}

/** Imports one legacy table, in batches by key. */
export interface Step {
  /** Unique; also identifies the step when an import resumes. */
  readonly name: string;
  /** The legacy table that is read and reported. */
  readonly table: string;
  readonly key: string;
  readonly run: (rows: readonly LegacyRow[], ledger: Ledger, world: World) => Promise<void>;
}

/** A row to be inserted, with its legacy ID and its marks. */
export interface Draft<Row> {
  readonly id: number;
  row: Row;
  readonly mark: Mark;
}

interface Unique<Row> {
  /** Columns that must be unique together; rows with a null are exempt. */
  readonly columns: readonly (keyof Row & string)[];
  /** Compares texts case-insensitively. */
  readonly anyCase?: true;
  /** Handles a row whose values are taken: returns a changed row, or null with `skip`. */
  readonly otherwise: (row: Row, mark: Mark) => Row | null;
}

interface Copy<Target extends Columns, Pointing extends Refers, Prepared> {
  /** Defaults to the table; required when a table is read twice. */
  readonly name?: string;
  readonly table: string;
  readonly key?: string;
  /** False if another step counts the rows: only the marks are reported then. */
  readonly counts?: false;
  readonly into: string;
  readonly columns: Target;
  readonly refers: Pointing;
  /** Loads further data for a batch, passed to `convert` as `prepared`. */
  readonly prepare?: (rows: readonly LegacyRow[], world: World) => Promise<Prepared>;
  /** Converts a legacy row; pure. Returns null with `mark.skip` to skip it. */
  readonly convert: (
    row: LegacyRow,
    known: Known<Pointing> & { readonly prepared: Prepared },
    mark: Mark,
    world: World,
  ) => RowOf<Target> | null;
  readonly unique?: readonly Unique<RowOf<Target>>[];
  /** Completes what depends on the whole batch, such as unique names. */
  readonly complete?: (drafts: readonly Draft<RowOf<Target>>[], world: World) => Promise<void>;
}

/** Both databases use 0 for a missing reference. */
const NO_ID = 'its ID is below 1, which no v2.1 URL can address';

/** Creates a step that copies rows into one of our tables, preserving their IDs. */
export function copy<Target extends Columns, Pointing extends Refers, Prepared = undefined>(
  plan: Copy<Target, Pointing, Prepared>,
): Step {
  const { table, name = table, key = 'ID', counts = true, into, columns, refers, convert, unique = [] } = plan;
  const { prepare, complete } = plan;
  return step({ name, table, key, counts }, async (rows, marks, world) => {
    const prepared = (await prepare?.(rows, world)) as Prepared;
    const known = { ...(await lookUp(world.client, refers, rows)), prepared };
    let drafts: Draft<RowOf<Target>>[] = [];
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

/** Creates a custom step; the work must call `marks` for every row, or it is not counted. */
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

/** Of rows with equal unique values, keeps the first, whether in this batch or already stored. */
async function enforce<Target extends Columns>(
  { columns: unique, anyCase, otherwise }: Unique<RowOf<Target>>,
  drafts: Draft<RowOf<Target>>[],
  { into, columns }: { readonly into: string; readonly columns: Target },
  client: ClientBase,
): Promise<Draft<RowOf<Target>>[]> {
  const fold = (text: string) => (anyCase ? text.toLowerCase() : text);
  const keyOf = (row: RowOf<Target>): string | null => {
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
