import type { RequestListener } from 'node:http';
import { banner } from './composition/banner.js';
import { degradations } from '../config/degradations.js';
import { claimDatabase } from '../database/database-location.js';
import { createReadiness } from '../database/readiness.js';
import { createAdminServer } from '../http/admin.js';
import { createHttpServer, close, listen } from '../http/http-server.js';
import { createHealthChecks } from './composition/health-checks.js';
import type { Lifecycle } from './composition/lifecycle.js';
import { expose, type MetricSamples } from '../telemetry/metrics/exposition.js';

/** Runs the whole service in this process. */
export async function startSingleProcess(lifecycle: Lifecycle): Promise<void> {
  const { config, log, cleanup, stopping } = lifecycle;
  process.on('SIGUSR2', () =>
    log.warn('SIGUSR2 ignored: a single process cannot be replaced while it serves requests; set WORKERS to 2 or more'),
  );
  const say = (sentence: string): void => log.info(sentence);
  // Bind the ports first: demo passwords are random and shown only once, in the banner of a successful start.
  const checks = createHealthChecks(() => !stopping.aborted);
  let samples = (): Promise<readonly MetricSamples[]> => Promise.resolve([]);
  const metrics = async () => expose([await samples()]);
  const admin = createAdminServer({ ...checks, metrics, degradations: degradations(config) }, (error) =>
    log.error({ err: error }, 'Failed to export metrics'),
  );
  const adminPort = await listen(admin, config.adminHost, config.adminPort, 'ADMIN_PORT');
  let handler = starting;
  const server = createHttpServer((request, response) => handler(request, response));
  const port = await listen(server, config.host, config.port, 'PORT');

  const held = claimDatabase(config, say, stopping);
  // A startup failure is thrown where `held` is awaited.
  cleanup.add(() =>
    held.then(
      ({ close: end }) => end(),
      () => undefined,
    ),
  );
  // Loads the code while PostgreSQL starts.
  const [location, { checkConfig }, { composeService }, { openDatabase }] = await Promise.all([
    held,
    import('./app/check-config.js'),
    import('./composition/composition-root.js'),
    import('../database/open.js'),
  ]);
  await checkConfig(config);
  const database = await openDatabase(config, location, say, stopping);
  cleanup.add(() => database.close());
  cleanup.add(() => close(admin));
  let closing: Promise<void> | undefined;
  const closeServer = () => (closing ??= close(server));
  // Covers a startup that fails from here on.
  cleanup.add(closeServer);

  const { app, demo, ...composed } = await composeService(lifecycle, database);
  const readiness = createReadiness(database.isResponsive, config.database.replicas);
  cleanup.add(() => readiness.close());
  // These run first: in-flight requests still need all other resources.
  cleanup.add(closeServer);
  cleanup.add(checks.noticed);
  database.failFast();
  handler = app;
  samples = composed.samples;
  checks.begin(readiness);
  process.stdout.write(banner({ config, port, adminPort, database: location.description, demo }));
}

/** Responds until startup has finished. */
const starting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'application/json; charset=utf8', 'Retry-After': '1' });
  response.end('["The service is starting"]');
};
