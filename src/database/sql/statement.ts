import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { CompiledQuery, RawBuilder } from 'kysely';
import type { QueryConfig } from 'pg';
import type { Database } from '../orm.js';
import type { PageSizeLimit, ResultSizeMeter } from './prepared-query.js';

/** Compiles SQL from the types of the entities; has no connection. */
export const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Placeholder for an argument that is bound on each run. */
class Placeholder<Value> {
  declare readonly value: Value;
  constructor(readonly key: string) {}
}

/** Arguments of a statement under construction: name → placeholder. */
export type Parameters<Arguments> = { readonly [Key in keyof Arguments]: Placeholder<Arguments[Key]> };

/** A SELECT of the query builder of Kysely or its `sql` template. */
export interface Source<Row> {
  compile(executor: typeof db): CompiledQuery<Row>;
}

/** A SELECT compiled once: its text, its name on the server, and the values of its `$n` parameters. */
export interface Statement<Arguments, Row> {
  readonly name: string;
  readonly text: string;
  readonly values: (args: Arguments) => unknown[];
  /** The best plan depends on the search term, so PostgreSQL plans it on each run. */
  readonly isSearch?: boolean;
  /** Type only: the shape of a row. */
  readonly row?: Row;
}

/** Row type of a Kysely query. */
export type RowOf<Query> = Query extends Source<infer Row> ? { -readonly [Key in keyof Row]: Row[Key] } : never;

export type RowOfStatement<Some> = Some extends Statement<never, infer Row> ? Row : never;

const names = new Set<string>();

/** Creates placeholders on property access. */
export function placeholders<Arguments>(): Parameters<Arguments> {
  return new Proxy({} as Parameters<Arguments>, { get: (_, key) => new Placeholder(String(key)) });
}

/**
 * Compiles a statement. `name` is the name of the prepared statement on the server, so it must be unique.
 *
 * @throws Error if the name is taken or longer than the 63 characters that PostgreSQL stores
 */
export function statement<Arguments, Row>(
  name: string,
  build: ($: Parameters<Arguments>) => Source<Row>,
  isSearch = false,
): Statement<Arguments, Row> {
  if (names.has(name) || name.length > 63) throw new Error(`The statement name "${name}" is taken or too long`);
  names.add(name);
  const { sql: text, parameters } = build(placeholders()).compile(db);
  return {
    name,
    text,
    isSearch,
    values: (args) =>
      parameters.map((value) => (value instanceof Placeholder ? args[value.key as keyof Arguments] : value)),
  };
}

/**
 * A run of a statement as a query of `pg`. `statement` identifies it to instrumentation of the pool, prepared or not.
 */
export const queryOf = <Arguments>(
  { name, text, values, isSearch }: Statement<Arguments, unknown>,
  args: Arguments,
  prepared: boolean,
): QueryConfig & { readonly statement: string } => ({
  ...{ text, values: values(args), statement: name },
  ...(prepared && isSearch !== true && { name }),
});

/**
 * Passes the IDs of a batch as an array. The sub-select hides their number from the planner: PostgreSQL caches the plan
 * of a prepared statement only if plans for known values look no cheaper, and fewer IDs always look cheaper. Planning
 * each run costs more than the read.
 */
export function idArray(ids: Placeholder<readonly string[]>): RawBuilder<readonly string[]> {
  return sql<readonly string[]>`(select ${ids}::bigint[])`;
}

/** `any(…)` over IDs: the filter of every batch. */
export function anyId(ids: Placeholder<readonly string[]>): RawBuilder<string> {
  return sql<string>`any(${idArray(ids)}::bigint[])`;
}

/** Unix seconds as a JavaScript number, exact to the microsecond; `extract` would detour through a decimal. */
export function epoch<Nullable extends null = never>(column: string): RawBuilder<number | Nullable> {
  return sql<number | Nullable>`date_part('epoch', ${sql.ref(column)})`;
}

/**
 * Runs a statement and returns its rows as plain objects.
 *
 * @param page allows dropping rows beyond a size; without it, a result that is too large fails
 */
export type Run = <Arguments, Row>(
  statement: Statement<Arguments, Row>,
  args: Arguments,
  page?: PageSizeLimit,
) => Promise<Row[]>;

export interface RunOptions {
  /** False for poolers without support for named prepared statements (`DATABASE_PREPARED`). */
  readonly prepared: boolean;
  /** Limits the result size of each statement on a pool; without it, all rows are accepted. */
  readonly measureResult?: () => ResultSizeMeter | undefined;
}
