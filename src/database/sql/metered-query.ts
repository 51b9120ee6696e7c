import pg from 'pg';
import type { ResultSizeMeter } from './prepared-query.js';

/** A query of another component, such as the ORM, whose rows are measured as they arrive: excess rows are dropped. */
class MeteredQuery extends pg.Query {
  readonly #meter: ResultSizeMeter;
  #isExceeded = false;

  constructor(text: string, values: unknown[] | undefined, meter: ResultSizeMeter) {
    super({ text, values });
    this.#meter = meter;
  }

  override handleDataRow(row: Parameters<pg.Query['handleDataRow']>[0]): void {
    this.#isExceeded ||= !this.#meter.accepts(row.length);
    if (!this.#isExceeded) super.handleDataRow(row);
  }
}

type Query = (...args: unknown[]) => unknown;

/** Neither the statements that begin and end transactions, nor batches of cursors, which replace each other. */
const MEASURED = /^\s*(?:select|with|insert|update|delete)\b/i;

/**
 * Measures the results of statements that a pool's connections run as texts: those of the ORM, and in transactions.
 * (Prepared queries measure their own.) Call it before anything else observes the connections, which then see the usual
 * promises.
 *
 * @param measure returns the meter of a statement, if any; its `end` throws if the result is too large
 */
export function meterStatements(pool: pg.Pool, measure: () => ResultSizeMeter | undefined): void {
  pool.prependListener('connect', (client) => {
    const query = client.query.bind(client) as Query;
    const metered: Query = (...args) => {
      const [text, values] = args;
      const isMeasured = typeof text === 'string' && MEASURED.test(text) && typeof args.at(-1) !== 'function';
      const meter = isMeasured ? measure() : undefined;
      return meter
        ? resultOf(query, new MeteredQuery(String(text), values as unknown[] | undefined, meter), meter)
        : query(...args);
    };
    Object.assign(client, { query: metered });
  });
}

async function resultOf(query: Query, metered: MeteredQuery, meter: ResultSizeMeter): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  metered.callback = (error, result) => (result ? resolve(result) : reject(error ?? new Error('No result')));
  try {
    query(metered);
    return await promise;
  } finally {
    meter.end();
  }
}
