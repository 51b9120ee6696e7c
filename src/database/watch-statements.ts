import { types } from 'node:util';
import type pg from 'pg';

/** A statement that somebody runs. */
export interface Running {
  /** That of a prepared statement, or what it does to which table: `insert talks`. Never a value. */
  readonly name: () => string;
}

/** Told of a statement when it begins; what this answers, of its end: with the number of rows, or nothing where it failed. */
export type StatementWatch = (statement: Running) => (rows: number | undefined) => void;

type Query = (...given: unknown[]) => unknown;

/**
 * Watches every statement on the pool and on its connections. Those with a callback are the pool's own way of running
 * what was asked of it: they were seen before.
 */
export function watchStatements(pool: pg.Pool, watch: StatementWatch): void {
  const watched = (query: Query): Query => {
    return (...given) => {
      if (typeof given.at(-1) === 'function') return query(...given);
      const ended = watch({ name: () => nameOf(given[0]) });
      const result = query(...given);
      if (types.isPromise(result))
        result.then(
          (answer) => ended(rowsIn(answer)),
          () => ended(undefined),
        );
      return result;
    };
  };
  Object.assign(pool, { query: watched(pool.query.bind(pool) as Query) });
  pool.on('connect', (client) => Object.assign(client, { query: watched(client.query.bind(client) as Query) }));
}

const TABLE = /\b(?:from|into|update|join) +(?:only +)?((?:"?\w+"?\.)?"?\w+"?)/i;

function nameOf(query: unknown): string {
  const { statement, name, text } = Object(query) as Record<string, unknown>;
  if (typeof statement === 'string') return statement;
  if (typeof name === 'string') return name;
  const sql = String(text ?? query).trim();
  const [verb = ''] = sql.split(/\s/, 1);
  return [verb.toLowerCase(), TABLE.exec(sql)?.[1]?.replaceAll('"', '')].filter(Boolean).join(' ');
}

function rowsIn(answer: unknown): number {
  const rows: unknown = Reflect.get(Object(answer), 'rowCount');
  return typeof rows === 'number' ? rows : 0;
}
