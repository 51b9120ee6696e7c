import cluster from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { banner } from '../composition/banner.js';
import type { Config } from '../../config/config.js';
import { claimDatabase, type ClaimedDatabase } from '../../database/database-location.js';
import { createProbe } from '../../database/probe.js';
import { createAdminServer } from '../../http/admin.js';
import { close, listen } from '../../http/listen.js';
import type { Life } from '../composition/life.js';
import { secretKey } from '../../database/secret-key.js';
import { createCrew } from './crew.js';
import { createDispatcher } from './dispatcher.js';
import type { Post } from './member.js';

const MAIN = fileURLToPath(new URL('../../main.js', import.meta.url));
/** In addition to the time that a worker waits for its database. */
const START_MS = 60_000;

/**
 * The cluster primary: holds the embedded database, accepts connections, restarts workers, and exposes health and
 * metrics. It serves no requests and loads no request-handling code, so a fault there cannot take it down.
 */
export async function startPrimary({ config, log, teardown, stopping, fail }: Life): Promise<void> {
  const { port, ...dispatcher } = await createDispatcher(config.host, config.port);
  const held = claimDatabase(config, (sentence) => log.info(sentence), stopping);
  // A startup failure is thrown where `held` is awaited.
  teardown.add(() =>
    held.then(
      ({ close: end }) => end(),
      () => undefined,
    ),
  );
  let isReady = (): Promise<boolean> => Promise.resolve(false);
  const admin = createAdminServer({ isReady: () => isReady(), metrics: () => crew.metrics() }, (error) =>
    log.error({ err: error }, 'Failed to export metrics'),
  );
  const adminPort = await listen(admin, config.adminHost, config.adminPort, 'ADMIN_PORT');
  teardown.add(() => close(admin));

  // Workers load their code while PostgreSQL starts.
  cluster.setupPrimary({ exec: MAIN, args: [] });
  const crew = createCrew({
    count: config.workers,
    onReady: dispatcher.add,
    post: postFor(held, port, config),
    ...{ log, fail, startWithinMs: START_MS + config.database.waitSeconds * 1_000 },
  });
  teardown.add(() => crew.stop());
  teardown.add(() => dispatcher.close());
  process.on('SIGUSR2', () => void crew.started.then(() => crew.replaceAll()).catch(fail));

  const { address, description } = await held;
  const probe = createProbe(address);
  teardown.add(() => probe.close());
  const told = once(stopping, 'abort').then(() => stopping.throwIfAborted());
  const demoPasswords = await Promise.race([crew.started, told]);
  isReady = async () => !stopping.aborted && crew.isReady() && (await probe.isResponsive());
  const demo = demoPasswords ? { passwords: demoPasswords } : null;
  process.stdout.write(banner({ config, port, adminPort, database: description, demo }));
}

/** All workers share one key: create a missing key before they start. */
async function postFor(held: Promise<ClaimedDatabase>, port: number, config: Config): Promise<Post> {
  const { address, description, embedded } = await held;
  await secretKey(config);
  return { place: { address, description, embedded }, port };
}
