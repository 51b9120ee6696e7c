import { types } from 'node:util';
import type pg from 'pg';
import type { Logger } from '../telemetry/log/log.js';
import type { Metrics } from '../telemetry/metrics/metrics.js';
import { BACKGROUND } from '../telemetry/metrics/metric-table.js';
import { currentRequest } from '../telemetry/request/request-record.js';

/** A running statement. */
export interface RunningStatement {
  /** Name of the prepared statement, or verb and table: `insert talks`. Never contains a value. */
  readonly name: () => string;
}

/** Called when a statement starts; returns a callback for its end, with the row count, or undefined if it failed. */
type StatementWatch = (statement: RunningStatement) => (rows: number | undefined) => void;

type Query = (...args: unknown[]) => unknown;

/**
 * Watches every statement on the pool and on its connections. Calls with a callback are internal to the pool, and their
 * statements have been recorded already. Queries with a callback of their own are sent on a connection directly.
 */
export function watchStatements(pool: pg.Pool, watch: StatementWatch): void {
  const watched = (query: Query): Query => {
    return (...args) => {
      if (typeof args.at(-1) === 'function') return query(...args);
      const ended = watch({ name: () => nameOf(args[0]) });
      if (hasCallback(args[0])) {
        const { callback } = args[0];
        args[0].callback = (error, result) => {
          ended(error ? undefined : rowCountOf(result));
          callback(error, result);
        };
      }
      const result = query(...args);
      if (types.isPromise(result))
        result.then(
          (result) => ended(rowCountOf(result)),
          () => ended(undefined),
        );
      return result;
    };
  };
  Object.assign(pool, { query: watched(pool.query.bind(pool) as Query) });
  pool.on('connect', (client) => Object.assign(client, { query: watched(client.query.bind(client) as Query) }));
}

const hasCallback = (query: unknown): query is { callback: NonNullable<pg.Query['callback']> } =>
  typeof Reflect.get(Object(query), 'callback') === 'function';

const TABLE = /\b(?:from|into|update|join) +(?:only +)?((?:"?\w+"?\.)?"?\w+"?)/i;

function nameOf(query: unknown): string {
  const { statement, name, text } = Object(query) as Record<string, unknown>;
  if (typeof statement === 'string') return statement;
  if (typeof name === 'string') return name;
  const sql = String(text ?? query).trim();
  const [verb = ''] = sql.split(/\s/, 1);
  return [verb.toLowerCase(), TABLE.exec(sql)?.[1]?.replaceAll('"', '')].filter(Boolean).join(' ');
}

function rowCountOf(result: unknown): number {
  const rows: unknown = Reflect.get(Object(result), 'rowCount');
  return typeof rows === 'number' ? rows : 0;
}

/** Records each statement in its request, in the log (at `trace`) and in traces. */
export function recordStatements(
  log: Logger,
  { observeStatements }: Pick<Metrics, 'observeStatements'>,
): StatementWatch {
  const isLogged = log.isLevelEnabled('trace');
  return ({ name }) => {
    const request = currentRequest();
    const began = performance.now();
    const span = request?.span?.startChild(name(), { 'db.system.name': 'postgresql' });
    return (rows) => {
      const ms = performance.now() - began;
      if (request) {
        request.statements += 1;
        request.statementMs += ms;
      } else {
        observeStatements(BACKGROUND, 1, ms / 1_000);
      }
      span?.end({ failed: rows === undefined });
      if (isLogged) log.trace({ statement: name(), ms: Math.round(ms * 100) / 100, rows }, 'SQL');
    };
  };
}
