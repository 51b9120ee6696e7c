import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { RequestRecord } from '../../telemetry/request/request-record.js';
import { pgConfig } from '../address.js';
import { ConnectionSockets } from '../connection-sockets.js';
import { createProbe } from '../probe.js';
import { isUnavailable, sqlStateOf } from '../sql-state.js';
import { PreparedQuery } from '../sql/prepared-query.js';
import { batchByRequest, type Guard } from '../sql/request-batches.js';
import type { Send } from '../sql/send.js';
import { queryOf } from '../sql/statement.js';
import { failStalledQueue, watchResponsiveness } from '../watch-responsiveness.js';
import { createGate, type Gate } from './gate.js';
import { meetsRequirement, type Requirement } from './position.js';

/** Why a replica did not serve a read. The primary can. */
export type Fault = 'behind' | 'conflict' | 'unavailable';

/** A read failed on a replica. It has returned nothing, so that the caller can repeat it on the primary. */
export class ReplicaFault extends Error {
  constructor(
    readonly fault: Fault,
    options?: ErrorOptions,
  ) {
    super(`Replica: ${fault}`, options);
  }
}

/** One streaming replica, with connections of its own. */
export interface Replica extends Gate {
  readonly pools: { readonly reads: pg.Pool; readonly gate: pg.Pool };
  /** False for a second after `rest`. */
  readonly isUsable: () => boolean;
  readonly rest: () => void;
  /**
   * Sends the queries of a request, behind a check on the same connection of what the request requires. Rejects with
   * `ReplicaFault`, or with an error of the query itself.
   */
  readonly send: Send;
  readonly close: () => Promise<void>;
}

export interface ReplicaOptions {
  readonly url: string;
  readonly connections: number;
  readonly waitMs: number;
  readonly prepared: boolean;
  /** What the reads of a request require of this replica. */
  readonly requiredBy: (request: RequestRecord) => Requirement;
  readonly log: (sentence: string) => void;
}

const REST_MS = 1_000;
const CONNECT_TIMEOUT_MS = 1_000;
/** The primary can serve what a frozen replica does not. */
const GUARD_TIMEOUT_MS = 500;
const CLOSE_TIMEOUT_MS = 1_000;
/** As for connections to the primary. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** SQLSTATE serialization_failure: replay removes rows that the read still needs. */
const RECOVERY_CONFLICT = '40001';

export function openReplica({ url, connections, waitMs, prepared, requiredBy, log }: ReplicaOptions): Replica {
  const sockets = new ConnectionSockets();
  const pools = { reads: openPool(url, connections, sockets), gate: openPool(url, 1, sockets) };
  const gate = createGate(pools.gate, waitMs, prepared);
  const send = batchByRequest(pools.reads, (request) => guardOf(requiredBy(request), prepared));
  const probe = createProbe({ url });
  const endWatches = [
    watchResponsiveness({
      ...{ sockets, pools: Object.values(pools), isResponsive: probe.isResponsive },
      log: (sentence) => log(`Replica ${new URL(url).host}: ${sentence}`),
    }),
    failStalledQueue(pools.reads),
  ];
  let restsUntil = -Infinity;
  return {
    pools,
    isUsable: () => performance.now() >= restsUntil,
    rest: () => void (restsUntil = performance.now() + REST_MS),
    hasReplayed: (lsn) => gate.hasReplayed(lsn).catch(throwFault),
    position: () => gate.position().catch(throwFault),
    send: (query) => send(query).catch(throwFault),
    async close() {
      for (const end of endWatches) end();
      const closed = Promise.all([pools.reads.end(), pools.gate.end(), probe.close()]);
      await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

function openPool(url: string, max: number, { stream }: ConnectionSockets): pg.Pool {
  const pool = new pg.Pool({
    ...{ max, stream, application_name: 'lectern', connectionTimeoutMillis: CONNECT_TIMEOUT_MS },
    ...{ statement_timeout: STATEMENT_TIMEOUT_MS, ...pgConfig({ url }) },
  });
  // The query in flight, or the next one, reports a lost connection; without a listener, the event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Checked with each read, because the URL may lead to another server since the gate has seen the position. */
const guardOf = (requirement: Requirement, prepared: boolean): Guard => ({
  query: new PreparedQuery(queryOf(meetsRequirement, requirement, prepared)),
  timeoutMs: GUARD_TIMEOUT_MS,
  check(rows) {
    const [row] = rows as readonly { readonly meets: boolean }[];
    if (row?.meets !== true) throw new ReplicaFault('behind');
  },
  fail(error) {
    // It may not have replayed the migration that creates the table.
    throw new ReplicaFault('unavailable', { cause: error });
  },
});

/** Errors of a query itself remain: the primary would report the same. */
function throwFault(error: unknown): never {
  if (error instanceof ReplicaFault) throw error;
  if (sqlStateOf(error) === RECOVERY_CONFLICT) throw new ReplicaFault('conflict', { cause: error });
  throw isUnavailable(error) ? new ReplicaFault('unavailable', { cause: error }) : error;
}
