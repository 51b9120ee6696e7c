import { types } from 'node:util';
import type pg from 'pg';

/** A running statement. */
export interface Running {
  /** Name of the prepared statement, or verb and table: `insert talks`. Never contains a value. */
  readonly name: () => string;
}

/** Called when a statement starts; returns a callback for its end, with the row count, or undefined if it failed. */
export type StatementWatch = (statement: Running) => (rows: number | undefined) => void;

type Query = (...given: unknown[]) => unknown;

/**
 * Watches every statement on the pool and on its connections. Calls with a callback are internal to the pool, and their
 * statements have been recorded already.
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
