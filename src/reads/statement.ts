import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { CompiledQuery, RawBuilder } from 'kysely';
import type { ClientBase, Pool, QueryConfig } from 'pg';
import type { Database } from '../database/orm.js';
import { translated } from './database-errors.js';
import { WeighedQuery, type PageWeight, type RowIntake } from './weighed-query.js';

/** Compiles SQL from the entities' types; it has no connection. */
export const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Stands in a statement's text for an argument that arrives with each run. */
class Placeholder<Value> {
  declare readonly value: Value;
  constructor(readonly key: string) {}
}

/** The arguments of a statement while it is being written: name → placeholder. */
export type Parameters<Arguments> = { readonly [Key in keyof Arguments]: Placeholder<Arguments[Key]> };

/** A SELECT as Kysely's builder or its `sql` template writes it. */
export interface Source<Row> {
  compile(executor: typeof db): CompiledQuery<Row>;
}

/** A SELECT compiled once: its text, its name on the server, and which argument goes to which `$n`. */
export interface Statement<Arguments, Row> {
  readonly name: string;
  readonly text: string;
  readonly values: (args: Arguments) => unknown[];
  /** How much there is to find depends on what is looked for: PostgreSQL plans it anew each time. */
  readonly isSearch?: boolean;
  /** Only a type: what one row looks like. */
  readonly row?: Row;
}

/** What one row of a Kysely query looks like. */
export type RowOf<Query> = Query extends Source<infer Row> ? { -readonly [Key in keyof Row]: Row[Key] } : never;

export type RowOfStatement<Some> = Some extends Statement<never, infer Row> ? Row : never;

const names = new Set<string>();

/** Placeholders for every argument, made as they are named. */
export function placeholders<Arguments>(): Parameters<Arguments> {
  return new Proxy({} as Parameters<Arguments>, { get: (_, key) => new Placeholder(String(key)) });
}

/**
 * Compiles one statement. `name` is the prepared statement's name on the server, so it must be unique.
 *
 * @throws Error when the name is taken or longer than PostgreSQL keeps
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
 * The ids that a batch asks for, as an array. In a sub-select the planner cannot count them: PostgreSQL keeps the plan
 * of a prepared statement only when plans made for known values look no cheaper, and fewer ids always look cheaper.
 * Planning a list anew each time costs more than reading it.
 */
export function idArray(ids: Placeholder<readonly string[]>): RawBuilder<readonly string[]> {
  return sql<readonly string[]>`(select ${ids}::bigint[])`;
}

/** `any(…)` over ids: how every batch asks for its keys. */
export function anyId(ids: Placeholder<readonly string[]>): RawBuilder<string> {
  return sql<string>`any(${idArray(ids)}::bigint[])`;
}

/** Seconds since 1970 as a JavaScript number, exact to the microsecond; `extract` would go by way of a decimal. */
export function epoch<Nullable extends null = never>(column: string): RawBuilder<number | Nullable> {
  return sql<number | Nullable>`date_part('epoch', ${sql.ref(column)})`;
}

/**
 * Runs a statement and answers its rows as plain objects.
 *
 * @param page where rows may be left out for their weight; without it, too many fail
 */
export type Run = <Arguments, Row>(
  statement: Statement<Arguments, Row>,
  args: Arguments,
  page?: PageWeight,
) => Promise<Row[]>;

export interface RunOptions {
  /** False for poolers that keep no named statements (`DATABASE_PREPARED`). */
  readonly prepared: boolean;
  /** Weighs the rows of each statement on a pool; without it, all are taken. */
  readonly weigh?: () => RowIntake | undefined;
}

/**
 * Runs on a pool or a connection.
 *
 * The function fails with DomainError UNAVAILABLE when the database cannot be reached, INVALID when a text holds the
 * character U+0000, what `weigh` says of rows that are too many, and with what `pg` says otherwise.
 */
export function createRun(pool: Pick<Pool | ClientBase, 'query'>, { prepared, weigh }: RunOptions): Run {
  return async ({ name, text, values, isSearch }, args, page) => {
    // Whoever watches the pool knows it by its name, prepared or not.
    const query = { text, values: values(args), statement: name, ...(prepared && !isSearch && { name }) };
    const intake = weigh?.();
    try {
      const { rows } = await pool.query(intake ? weighed(query, intake, page) : query);
      return rows;
    } catch (error) {
      throw translated(error);
    } finally {
      intake?.end();
    }
  };
}

/** A pool answers what it is given to run as it answers a query: its types know that of connections alone. */
const weighed = (...given: ConstructorParameters<typeof WeighedQuery>) =>
  new WeighedQuery(...given) as unknown as QueryConfig;
