import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { checkRoutes } from '../app/check-routes.js';
import { checkTrustedDocuments } from '../app/trusted-documents.js';
import { composeService } from '../composition/composition-root.js';
import { readConfig } from '../../config/config.js';
import { openDatabase } from '../../database/open.js';
import { createHttpServer } from '../../http/http-server.js';
import { type Lifecycle, Cleanup, drainOnUncaughtException } from '../composition/lifecycle.js';
import { createLogger } from '../../telemetry/log/log.js';
import { OperatorError } from '../../config/operator-error.js';
import type { FromWorker, ToWorker } from './messages.js';
import { receiveConnections } from './received-connections.js';

/** How long idle connections stay open after an uncaught exception. */
const DRAIN_IDLE_MS = 1_000;

/** How long a startup may continue after the primary requests a stop. */
const STARTUP_GRACE_MS = 4_000;

type Start = Extract<ToWorker, { kind: 'start' }>;

/** Serves requests until the primary requests a stop. The worker exits when the primary exits. */
export async function work(): Promise<void> {
  // Terminals and some supervisors signal the whole process group; only the primary reacts.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGUSR2'] as const) process.on(signal, () => undefined);
  const cleanup = new Cleanup();
  const finishing = new AbortController();
  const failure = Promise.withResolvers<never>();
  const toStart = Promise.withResolvers<Start>();
  const finished = new Promise<void>((resolve) => finishing.signal.addEventListener('abort', () => resolve()));
  let idleMs = 0;
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'start') return toStart.resolve(message);
    // `start` handles the other messages.
    if (message.kind !== 'finish') return;
    idleMs = message.idleMs;
    finishing.abort();
  });

  let exitCode = 0;
  const report = async (error: unknown): Promise<void> => {
    exitCode = 1;
    if (error instanceof OperatorError) await send({ kind: 'refused', sentence: error.message });
    else process.stderr.write(`${inspect(error)}\n`);
  };
  const run = async (): Promise<void> => {
    const config = readConfig();
    const log = createLogger(config);
    drainOnUncaughtException(log, () => {
      exitCode = 1;
      idleMs = DRAIN_IDLE_MS;
      void send({ kind: 'draining' });
      finishing.abort();
    });
    const parameters = await Promise.race([toStart.promise, finished]);
    if (!parameters) return;
    const parts = { log, cleanup, stopping: finishing.signal, fail: failure.reject };
    const started = start({ config: { ...config, port: parameters.port }, ...parts }, parameters, () => idleMs);
    const grace = finished.then(() => sleep(STARTUP_GRACE_MS));
    await Promise.race([started.then(() => finished), failure.promise, grace]);
  };
  await run().catch((error: unknown) => (finishing.signal.aborted ? undefined : report(error)));
  await cleanup.run().catch(report);
  process.exit(exitCode);
}

/** Reports ready only when fully composed, so that other workers get the connections until then. */
async function start(lifecycle: Lifecycle, { location }: Start, idleMs: () => number): Promise<void> {
  const { config, log, cleanup, stopping } = lifecycle;
  checkRoutes(config);
  await checkTrustedDocuments(config);
  const database = await openDatabase(config, location, (sentence) => log.info(sentence), stopping);
  cleanup.add(() => database.close());
  const { app, demo, samples } = await composeService(lifecycle, database);
  database.failFast();
  process.on('message', (message: ToWorker) => {
    if (message.kind !== 'collectMetrics') return;
    samples().then(
      (collected) => send({ kind: 'metrics', request: message.request, samples: collected }),
      (error: unknown) => log.error({ err: error }, 'Failed to export metrics'),
    );
  });
  const connections = receiveConnections(createHttpServer(app), stopping, (message) => void send(message));
  process.on('message', connections.onMessage);
  cleanup.add(() => connections.close(idleMs()));
  await send({ kind: 'ready', demoPasswords: demo && [...demo.passwords] });
}

function send(message: FromWorker): Promise<void> {
  // A send error means that the primary has exited: ignore it.
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
}
