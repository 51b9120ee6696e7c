import type { ClientBase } from 'pg';
import { insertBatch, type NewRow, type TableName } from '../../../../database/insert-batch.js';
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

interface Copy<Target extends TableName, Pointing extends Refers, Prepared> {
  /** Defaults to the table; required when a table is read twice. */
  readonly name?: string;
  readonly table: string;
  readonly key?: string;
  /** False if another step counts the rows: only the marks are reported then. */
  readonly counts?: false;
  readonly into: Target;
  readonly refers: Pointing;
  /** Loads further data for a batch, passed to `convert` as `prepared`. */
  readonly prepare?: (rows: readonly LegacyRow[], world: World) => Promise<Prepared>;
  /** Converts a legacy row; pure. Returns null with `mark.skip` to skip it. */
  readonly convert: (
    row: LegacyRow,
    known: Known<Pointing> & { readonly prepared: Prepared },
    mark: Mark,
    world: World,
  ) => NewRow<Target> | null;
  readonly unique?: readonly Unique<NewRow<Target>>[];
  /** Completes what depends on the whole batch, such as unique names. */
  readonly complete?: (drafts: readonly Draft<NewRow<Target>>[], world: World) => Promise<void>;
}

/** Both databases use 0 for a missing reference. */
const NO_ID = 'its ID is below 1, which no v2.1 URL can address';

/** Creates a step that copies rows into one of our tables, preserving their IDs. */
export function copy<Target extends TableName, Pointing extends Refers, Prepared = undefined>(
  plan: Copy<Target, Pointing, Prepared>,
): Step {
  const { table, name = table, key = 'ID', counts = true, into, refers, convert, unique = [] } = plan;
  const { prepare, complete } = plan;
  return step({ name, table, key, counts }, async (rows, marks, world) => {
    const prepared = (await prepare?.(rows, world)) as Prepared;
    const known = { ...(await lookUp(world.client, refers, rows)), prepared };
    let drafts: Draft<NewRow<Target>>[] = [];
    for (const row of rows) {
      const id = Number(row[key]);
      const mark = marks(id);
      const converted = convert(row, known, mark, world);
      if (converted && 'id' in converted && id < 1) mark.skip(NO_ID);
      else if (converted) drafts.push({ id, row: converted, mark });
    }
    for (const rule of unique) drafts = await enforce(rule, drafts, into, world.client);
    await complete?.(drafts, world);
    await insertBatch(
      world.client,
      into,
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

/** The suffix of an ID may itself be taken: each round changes the rows that are still equal to others. */
const MAX_ROUNDS = 4;

/** Of rows with equal unique values, keeps the first, whether in this batch or already stored. */
async function enforce<Target extends TableName>(
  { columns, anyCase, otherwise }: Unique<NewRow<Target>>,
  drafts: Draft<NewRow<Target>>[],
  into: Target,
  client: ClientBase,
): Promise<Draft<NewRow<Target>>[]> {
  const taken = new Set<string>();
  const kept = new Set<Draft<NewRow<Target>>>();
  let open = drafts;
  for (let round = 1; open.length > 0; round += 1) {
    const values = JSON.stringify(
      open.map(({ row }) => row),
      [...columns],
    );
    const probes = await probe(client, into, { columns, anyCase: anyCase ?? false }, values);
    open = open.filter((draft, place) => {
      const { key, isStored } = probes[place] ?? { key: null, isStored: false };
      if (key === null || !(isStored || taken.has(key))) {
        if (key !== null) taken.add(key);
        kept.add(draft);
        return false;
      }
      const other = round < MAX_ROUNDS ? otherwise(draft.row, draft.mark) : draft.mark.skip('its values are taken');
      if (!other) return false;
      draft.row = other;
      return true;
    });
  }
  return drafts.filter((draft) => kept.has(draft));
}

/**
 * Returns the key of each row, null if a value is null, and whether a stored row has it. PostgreSQL folds the case: Node
 * lower-cases `Σ` and `İ` differently, so that the unique index would refuse rows that are distinct for Node.
 */
async function probe(
  client: ClientBase,
  into: TableName,
  { columns, anyCase }: { readonly columns: readonly string[]; readonly anyCase: boolean },
  values: string,
): Promise<{ readonly key: string | null; readonly isStored: boolean }[]> {
  const folded = (alias: string, column: string) => (anyCase ? `lower(${alias}.${column})` : `${alias}.${column}`);
  const agree = columns.map((column) => `${folded('t', column)} = ${folded('g', column)}`).join(' and ');
  const { rows } = await client.query<{ key: string | null; isStored: boolean }>(
    `select case when ${columns.map((column) => `g.${column} is not null`).join(' and ')}
        then json_build_array(${columns.map((column) => folded('g', column)).join(', ')})::text end as key,
      exists (select from ${into} t where ${agree}) as "isStored"
      from rows from (json_populate_recordset(null::${into}, $1)) with ordinality g order by g.ordinality`,
    [values],
  );
  return rows;
}
