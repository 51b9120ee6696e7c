import cluster from 'node:cluster';
import { once } from 'node:events';
import { banner } from '../composition/banner.js';
import type { Config } from '../../config/config.js';
import { SERVICE_PROGRAM } from '../../config/package-root.js';
import { claimDatabase, type ClaimedDatabase } from '../../database/database-location.js';
import { createProbe } from '../../database/probe.js';
import { createReadiness } from '../../database/readiness.js';
import { degradations } from '../../config/degradations.js';
import { createAdminServer } from '../../http/admin.js';
import { close, listen } from '../../http/http-server.js';
import { createHealthChecks } from '../composition/health-checks.js';
import type { Lifecycle } from '../composition/lifecycle.js';
import { secretKey } from '../../database/secret-key.js';
import { createWorkerPool } from './worker-pool.js';
import { createDispatcher } from './dispatcher.js';
import type { StartParameters } from './worker-process.js';

/** In addition to the time that a worker waits for its database. */
const START_MS = 60_000;

/**
 * The cluster primary: holds the embedded database, accepts connections, restarts workers, and exposes health and
 * metrics. It serves no requests and loads no request-handling code, so a fault there cannot take it down.
 */
export async function startPrimary({ config, log, cleanup, stopping, fail }: Lifecycle): Promise<void> {
  const { port, ...dispatcher } = await createDispatcher(config.host, config.port);
  const held = claimDatabase(config, (sentence) => log.info(sentence), stopping);
  // A startup failure is thrown where `held` is awaited.
  cleanup.add(() =>
    held.then(
      ({ close: end }) => end(),
      () => undefined,
    ),
  );
  const checks = createHealthChecks(() => !stopping.aborted && workers.isReady());
  const admin = createAdminServer(
    { ...checks, metrics: () => workers.metrics(), degradations: degradations(config) },
    (error) => log.error({ err: error }, 'Failed to export metrics'),
  );
  const adminPort = await listen(admin, config.adminHost, config.adminPort, 'ADMIN_PORT');
  cleanup.add(() => close(admin));

  // Workers load their code while PostgreSQL starts.
  cluster.setupPrimary({ exec: SERVICE_PROGRAM, args: [] });
  const workers = createWorkerPool({
    count: config.workers,
    onReady: dispatcher.add,
    parameters: startParameters(held, port, config),
    ...{ log, fail, startWithinMs: START_MS + config.database.waitSeconds * 1_000 },
  });
  cleanup.add(() => workers.stop());
  cleanup.add(() => dispatcher.close());
  cleanup.add(checks.noticed);
  process.on('SIGUSR2', () => void workers.started.then(() => workers.replaceAll()).catch(fail));

  const { address, description } = await held;
  const probe = createProbe(address);
  const readiness = createReadiness(probe.isResponsive, config.database.replicas);
  cleanup.add(() => Promise.all([probe.close(), readiness.close()]));
  const aborted = once(stopping, 'abort').then(() => stopping.throwIfAborted());
  const demoPasswords = await Promise.race([workers.started, aborted]);
  checks.begin(readiness);
  const demo = demoPasswords ? { passwords: demoPasswords } : null;
  process.stdout.write(banner({ config, port, adminPort, database: description, demo }));
}

/** All workers share one key: create a missing key before they start. */
async function startParameters(held: Promise<ClaimedDatabase>, port: number, config: Config): Promise<StartParameters> {
  const { address, description, embedded } = await held;
  await secretKey(config);
  return { location: { address, description, embedded }, port };
}
