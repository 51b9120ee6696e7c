import type { Pool, PoolClient } from 'pg';
import { currentRequest, type RequestRecord } from '../../telemetry/request/request-record.js';
import type { PreparedQuery } from './prepared-query.js';
import { inOneWrite, inPipeline } from './pipeline.js';
import { sendOnConnection, sendOnPool, type Send } from './send.js';

interface Pending {
  readonly query: PreparedQuery;
  readonly resolve: (rows: Promise<unknown[]>) => void;
  readonly reject: (error: unknown) => void;
}

/** A query that decides whether those behind it on the same connection are valid. */
export interface Guard {
  readonly query: PreparedQuery;
  /** The connection is destroyed if the query has no result by then. */
  readonly timeoutMs: number;
  /** @throws the error with which the queries fail */
  readonly check: (rows: readonly unknown[]) => void;
  /** Called with the error of the query. @throws as `check` */
  readonly fail: (error: unknown) => never;
}

/**
 * Sends the prepared statements that a request runs in one tick as a pipeline: on one connection, in one write. Each
 * remains a transaction of its own, and fails by itself. One after the other on one connection takes less CPU time than
 * side by side on several.
 *
 * A statement by itself uses a connection of its own: outside a request, unprepared ones, such as searches, because the
 * others would wait for it, and those fetched in portions, which cannot be pipelined.
 *
 * @param guardOf guards the queries of a request
 */
export function batchByRequest(pool: Pool, guardOf?: (request: RequestRecord) => Guard): Send {
  const sendOne = sendOnPool(pool);
  const batches = new WeakMap<RequestRecord, Pending[]>();
  return (query) => {
    const request = currentRequest();
    if (!request) return sendOne(query);
    const sendAlone = () => (guardOf ? sendGuarded(pool, query, guardOf(request)) : sendOne(query));
    if (query.name === undefined || query.rows !== undefined) return sendAlone();
    return new Promise((resolve, reject) => {
      const batch = batches.get(request);
      if (batch) return void batch.push({ query, resolve, reject });
      const started = [{ query, resolve, reject }];
      batches.set(request, started);
      // After the loaders, which dispatch in the same way.
      process.nextTick(() => {
        batches.delete(request);
        if (started.length === 1 && !guardOf) resolve(sendOne(query));
        else void sendTogether(pool, started, guardOf?.(request));
      });
    });
  };
}

async function sendTogether(pool: Pool, batch: readonly Pending[], guard?: Guard): Promise<void> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    for (const { reject } of batch) reject(error);
    return;
  }
  const send = sendOnConnection(client);
  const outcomes = await inPipeline(client, () =>
    Promise.allSettled(
      inOneWrite(client, () => {
        const guarding = guard && sendGuard(client, guard);
        const checked = guarding?.then(guard?.check, guard?.fail);
        const sent = batch.map(({ query, resolve }) => {
          const rows = send(query);
          resolve(checked ? checked.then(() => rows) : rows);
          return rows;
        });
        return guarding ? [guarding, ...sent] : sent;
      }),
    ),
  );
  // Like the pool, which destroys a connection after an error.
  client.release(outcomes.some(({ status }) => status === 'rejected'));
}

async function sendGuard(client: PoolClient, { query, timeoutMs }: Guard): Promise<unknown[]> {
  const timer = setTimeout(() => client.connection.stream.destroy(), timeoutMs);
  try {
    return await sendOnConnection(client)(query);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for the check of the guard, because the query cannot be pipelined. */
async function sendGuarded(pool: Pool, query: PreparedQuery, guard: Guard): Promise<unknown[]> {
  const client = await pool.connect();
  let isComplete = false;
  try {
    await sendGuard(client, guard).then(guard.check, guard.fail);
    const rows = await sendOnConnection(client)(query);
    isComplete = true;
    return rows;
  } finally {
    client.release(!isComplete);
  }
}
