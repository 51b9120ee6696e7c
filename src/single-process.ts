import type { RequestListener } from 'node:http';
import { banner } from './banner.js';
import { holdPlace } from './database/place.js';
import { createAdminServer } from './http/admin.js';
import { createHttpServer } from './http/connections.js';
import { close, listen } from './http/listen.js';
import type { Life } from './life.js';
import { exposed } from './metrics/exposition.js';
import type { MetricSamples } from './metrics/sample.js';

/** The whole service in this process. */
export async function startSingleProcess(life: Life): Promise<void> {
  const { config, log, teardown, stopping } = life;
  process.on('SIGUSR2', () =>
    log.warn('SIGUSR2: one process cannot be replaced while it answers; set WORKERS to more'),
  );
  const say = (sentence: string): void => log.info(sentence);
  // Ports come first: the demo data have random passwords, shown only once, in the banner of a start that succeeds.
  let isReady = (): Promise<boolean> => Promise.resolve(false);
  let samples = (): Promise<readonly MetricSamples[]> => Promise.resolve([]);
  const metrics = async () => exposed([await samples()]);
  const admin = createAdminServer({ isReady: () => isReady(), metrics }, (error) =>
    log.error({ err: error }, 'The metrics cannot be told'),
  );
  const adminPort = await listen(admin, config.adminHost, config.adminPort, 'ADMIN_PORT');
  const server = createHttpServer(starting);
  const port = await listen(server, config.host, config.port, 'PORT');

  const held = holdPlace(config, say);
  // A failure to start is thrown where it is waited for.
  teardown.add(() =>
    held.then(
      ({ close: end }) => end(),
      () => undefined,
    ),
  );
  // While PostgreSQL comes up, this process reads its own code.
  const [place, { checkRoutes }, { checkTrustedDocuments }, { compose }, { openDatabase }] = await Promise.all([
    held,
    import('./app/check-routes.js'),
    import('./app/trusted-documents.js'),
    import('./compose.js'),
    import('./database/open.js'),
  ]);
  checkRoutes(config);
  await checkTrustedDocuments(config);
  const database = await openDatabase(config, place, say, stopping);
  teardown.add(() => database.close());
  teardown.add(() => close(admin));
  let closing: Promise<void> | undefined;
  const closeServer = () => (closing ??= close(server));
  // Here for a start that fails from now on.
  teardown.add(closeServer);

  const { app, demo, ...composed } = await compose(life, database);
  // First of all: what is in flight still needs everything else.
  teardown.add(closeServer);
  server.off('request', starting).on('request', app);
  samples = composed.samples;
  isReady = async () => !stopping.aborted && (await database.answers());
  process.stdout.write(banner({ config, port, adminPort, database: place.description, demo }));
}

/** Answers until everything is there. */
const starting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'application/json; charset=utf8', 'Retry-After': '1' });
  response.end('["The service is starting"]');
};
