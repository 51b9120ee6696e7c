import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { accessLogTo } from '../../src/telemetry/log/access-log.js';
import { createApp } from '../../src/server/composition/app.js';
import { labelsOfRoute } from '../../src/server/app/route-labels.js';
import { readConfig } from '../../src/config/config.js';
import { createOrm, pgConfig, poolOf } from '../../src/database/orm.js';
import { watchStatements } from '../../src/database/watch-statements.js';
import { createHttpServer } from '../../src/http/connections.js';
import { openMail, type Letter, type SealedMail } from '../../src/adapters/mail/mail-queue.js';
import { createMetrics } from '../../src/telemetry/metrics/metrics.js';
import { openOutside } from '../../src/server/composition/outside.js';
import { createRun } from '../../src/core/transaction/run.js';
import { createResultSizeLimit } from '../../src/core/request/result-size-limit.js';
import { recordStatements } from '../../src/database/record-statements.js';
import { Clock } from '../../src/core/date/clock.js';
import { freshDatabase, type TestDatabase } from './database.js';
import { recordConfiguration, recordExchange } from './recording.js';
import { recordMails, recordingLog } from './recording-log.js';
import { unlimitedWrites } from './unlimited-writes.js';

/** The secret key of the service: what tests store sealed, it can open. */
export const KEY = Buffer.alloc(32, 'k');

/** Bursts of tests wait for the ten connections: on a busy machine for longer than the five seconds of a service. */
const POOL_TIMEOUT_MS = 300_000;

/** A service over its own database, listening on a loopback port: requests use real HTTP. */
export interface TestService {
  readonly database: TestDatabase;
  readonly base: string;
  /** That of the service: `compare` sets it. */
  readonly clock: Clock;
  /** The messages queued since the last call, oldest first: no worker sends them here. */
  takeMail(): Promise<Letter[]>;
  /** The text of every SQL statement since the last call, except polls of the change feed. */
  takeStatements(): string[];
  /** Flushes counters in memory to the database: usage of routes, and of tokens. */
  writeUses(): Promise<void>;
  stop(): Promise<void>;
}

/** @param environment variables of the configuration that differ from the defaults; what one user writes is not limited */
export async function startService(environment: Record<string, string> = {}): Promise<TestService> {
  const database = await freshDatabase();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'lectern-service-'));
  const config = readConfig({ LOG_LEVEL: 'error', DATA_DIR: dataDirectory, ...unlimitedWrites, ...environment });
  const statements = spyOnStatements(database);
  const orm = await createOrm(database.address, 10, { connectionTimeoutMillis: POOL_TIMEOUT_MS });
  const rowMemory = createResultSizeLimit();
  const run = createRun(database.pool, { ...config.database, measureResult: rowMemory.begin });
  const lookPool = new pg.Pool({ ...pgConfig(database.address), max: 1 });
  lookPool.on('error', () => undefined);
  const look = createRun(lookPool, config.database);
  const log = recordingLog(config.logLevel);
  const metrics = createMetrics(labelsOfRoute);
  const pools = [database.pool, lookPool, await poolOf(orm)];
  for (const pool of pools) watchStatements(pool, recordStatements(log, metrics));
  const clock = new Clock();
  const outside = openOutside({ config, pool: database.pool, run, log, metrics, secretKey: KEY });
  const app = await createApp({
    ...{ config, run, look, orm, clock, log, metrics, rowMemory, outside },
    ...{ accessLog: accessLogTo(log, 'info'), tracing: undefined, playground: undefined },
  });
  recordConfiguration({ SECRET_KEY: KEY.toString(), ...environment });
  const server = createHttpServer((request, response) => {
    recordExchange(request, response);
    app(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    database,
    clock,
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async takeMail() {
      const { rows } = await database.pool.query<{ data: SealedMail }>(
        "with taken as (delete from pgboss.job where name = 'mail' returning *) select data from taken order by created_on, id",
      );
      return recordMails(rows.map(({ data }) => openMail(data, KEY)));
    },
    takeStatements: () => statements.splice(0),
    writeUses: () => outside.close(),
    async stop() {
      await closeServer(server);
      await orm.close(true);
      await lookPool.end();
      await database.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

async function closeServer(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

/** Writes down what the service asks of the database; it is asked all the same. */
function spyOnStatements({ pool }: TestDatabase): string[] {
  const statements: string[] = [];
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  Object.assign(pool, {
    query(...args: unknown[]) {
      const [first] = args;
      statements.push(typeof first === 'string' ? first : String(Reflect.get(Object(first), 'text')));
      return query(...args);
    },
  });
  return statements;
}
