import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessLogTo } from '../../src/telemetry/log/access-log.js';
import { readConfig } from '../../src/config/config.js';
import { openPools, type OpenDatabase } from '../../src/database/open.js';
import { createHttpServer } from '../../src/http/http-server.js';
import { openMail, type Letter, type SealedMail } from '../../src/adapters/mail/mail-queue.js';
import {
  composeService,
  type ComposedService,
  type CompositionOptions,
} from '../../src/server/composition/composition-root.js';
import { Cleanup } from '../../src/server/composition/lifecycle.js';
import type { Clock } from '../../src/core/date/clock.js';
import { freshDatabase, type TestDatabase } from './database.js';
import { recordConfiguration, recordExchange } from './recording.js';
import { recordMails, recordingLog } from './recording-log.js';
import { unlimitedWrites } from './unlimited-writes.js';

const SECRET_KEY = 'the secret key of the services that tests start';

/** Encrypts what tests store, so that the service can decrypt it. */
export const KEY = createHash('sha256').update(SECRET_KEY).digest();

/** Bursts of tests wait for the ten connections: on a busy machine for longer than the five seconds of a service. */
const POOL_TIMEOUT_MS = 300_000;

/** A service over its own database, listening on a loopback port: requests use real HTTP. */
export interface TestService {
  readonly database: TestDatabase;
  readonly base: string;
  /** The connections of the service itself. */
  readonly pool: OpenDatabase['pool'];
  /** The metrics of the service. */
  readonly samples: ComposedService['samples'];
  /** The clock of the service; `compare` sets it. */
  readonly clock: Clock;
  /** The messages queued since the last call, oldest first: no worker sends them here. */
  takeMail(): Promise<Letter[]>;
  /** The text of every SQL statement since the last call, except polls of the change feed. */
  takeStatements(): string[];
  /** Flushes counters in memory to the database: usage of routes, and of tokens. */
  writeUses(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the service through its composition root, without background work.
 *
 * @param environment variables of the configuration that differ from the defaults; writes of one user are not limited
 * @param options parts of the composition that differ from the service's
 */
export async function startService(
  environment: Record<string, string> = {},
  options: Pick<CompositionOptions, 'facade'> = {},
): Promise<TestService> {
  const database = await freshDatabase();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'lectern-service-'));
  const variables = { LOG_LEVEL: 'error', DATA_DIR: dataDirectory, SECRET_KEY, ...unlimitedWrites, ...environment };
  const config = readConfig(variables);
  recordConfiguration({ SECRET_KEY, ...environment });
  const log = recordingLog(config.logLevel);
  const cleanup = new Cleanup();
  const location = { address: database.address, embedded: false };
  const opened = await openPools(location, config, [], { connectionTimeoutMillis: POOL_TIMEOUT_MS });
  cleanup.add(() => opened.close());
  const statements = spyOnStatements(opened);
  const lifecycle = { config, log, cleanup, stopping: new AbortController().signal, fail: (): void => undefined };
  const { app, adapters, clock, samples } = await composeService(lifecycle, opened, {
    ...{ ...options, accessLog: accessLogTo(log, 'info'), backgroundWork: false },
  });
  const server = createHttpServer((request, response) => {
    recordExchange(request, response);
    app(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...{ database, clock, samples, pool: opened.pool },
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async takeMail() {
      const { rows } = await database.pool.query<{ data: SealedMail }>(
        "with taken as (delete from pgboss.job where name = 'mail' returning *) select data from taken order by created_on, id",
      );
      return recordMails(rows.map(({ data }) => openMail(data, KEY)));
    },
    takeStatements: () => statements.splice(0),
    writeUses: () => adapters.close(),
    async stop() {
      await closeServer(server);
      await cleanup.run();
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

/** Records the statements of the service, and executes them: those of the pool, and those that a request batches. */
function spyOnStatements({ pool }: Pick<OpenDatabase, 'pool'>): string[] {
  const statements: string[] = [];
  const spied =
    (query: (...args: unknown[]) => unknown, isRecorded: (first: unknown) => boolean) =>
    (...args: unknown[]) => {
      const [first] = args;
      const text = typeof first === 'string' ? first : String(Reflect.get(Object(first), 'text'));
      if (isRecorded(first)) statements.push(text);
      return query(...args);
    };
  Object.assign(pool, { query: spied(pool.query.bind(pool) as never, () => true) });
  const isBatched = (query: unknown) => typeof Reflect.get(Object(query), 'callback') === 'function';
  pool.on('connect', (client) =>
    Object.assign(client, { query: spied(client.query.bind(client) as never, isBatched) }),
  );
  return statements;
}
