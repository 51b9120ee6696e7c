import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config.js';
import { openPools, type OpenDatabase } from '../../src/database/open.js';
import { createHttpServer } from '../../src/http/http-server.js';
import {
  composeService,
  type ComposedService,
  type CompositionOptions,
} from '../../src/server/composition/composition-root.js';
import { Cleanup } from '../../src/server/composition/lifecycle.js';
import { accessLogTo } from '../../src/telemetry/log/access-log.js';
import type { TestDatabase } from './database.js';
import { recordingLog } from './recording-log.js';
import { recordExchange } from './recording.js';

/** Bursts of tests wait for the ten connections: on a busy machine for longer than the five seconds of a service. */
const POOL_TIMEOUT_MS = 300_000;

/** A service as one process runs it. */
export interface Instance extends Omit<ComposedService, 'app' | 'demo'> {
  readonly base: string;
  /** The connections of the service itself. */
  readonly pool: OpenDatabase['pool'];
  /** The text of every SQL statement, except polls of the change feed. */
  readonly statements: string[];
  stop(): Promise<void>;
}

/** Composes a service on the database of a suite, without background work; listens on a loopback port. */
export async function startInstance(
  { address }: Pick<TestDatabase, 'address'>,
  environment: Record<string, string>,
  options: Pick<CompositionOptions, 'facade'>,
): Promise<Instance> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'lectern-service-'));
  const config = readConfig({ DATA_DIR: dataDirectory, ...environment });
  const log = recordingLog(config.logLevel);
  const cleanup = new Cleanup();
  const location = { address, embedded: false };
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
    ...{ adapters, clock, samples, statements, pool: opened.pool },
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      await closeServer(server);
      await cleanup.run();
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
