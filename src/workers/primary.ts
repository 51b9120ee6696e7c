import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { banner } from '../banner.js';
import type { Config } from '../config.js';
import { holdPlace, type HeldPlace } from '../database/place.js';
import { createProbe } from '../database/probe.js';
import { createAdminServer } from '../http/admin.js';
import { close, listen } from '../http/listen.js';
import type { Life } from '../life.js';
import { secretKey } from '../secret-key.js';
import { createCrew } from './crew.js';
import type { Post } from './member.js';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
/** Beside the time that a worker waits for its database. */
const START_MS = 60_000;

/**
 * The process that takes care of the others: it holds the embedded database, listens for them, puts others in the place of
 * those that end, and tells how they are. It answers no request, and loads nothing of what answers them.
 */
export async function startPrimary({ config, log, teardown, stopping, fail }: Life): Promise<void> {
  const port = await usablePort(config);
  const held = holdPlace(config, (sentence) => log.info(sentence));
  // A failure to start is thrown where it is waited for.
  teardown.add(() =>
    held.then(
      ({ close: end }) => end(),
      () => undefined,
    ),
  );
  let isReady = (): Promise<boolean> => Promise.resolve(false);
  const admin = createAdminServer({ isReady: () => isReady(), metrics: () => crew.metrics() }, (error) =>
    log.error({ err: error }, 'The metrics cannot be told'),
  );
  const adminPort = await listen(admin, config.adminHost, config.adminPort, 'ADMIN_PORT');
  teardown.add(() => close(admin));

  // In turn: the kernel would give most connections to one of them. They read their code while PostgreSQL comes up.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: MAIN, args: [] });
  const crew = createCrew({
    count: config.workers,
    post: postFor(held, port, config),
    ...{ log, fail, startWithinMs: START_MS + config.database.waitSeconds * 1_000 },
  });
  teardown.add(() => crew.stop());
  process.on('SIGUSR2', () => void crew.started.then(() => crew.replaceAll()).catch(fail));

  const { address, description } = await held;
  const probe = createProbe(address);
  teardown.add(() => probe.close());
  const told = once(stopping, 'abort').then(() => stopping.throwIfAborted());
  const demoPasswords = await Promise.race([crew.started, told]);
  isReady = async () => !stopping.aborted && crew.isReady() && (await probe.answers());
  const demo = demoPasswords ? { passwords: demoPasswords } : null;
  process.stdout.write(banner({ config, port, adminPort, database: description, demo }));
}

/** Workers have the same key: where it is to be made, it is made before them. */
async function postFor(held: Promise<HeldPlace>, port: number, config: Config): Promise<Post> {
  const { address, description, embedded } = await held;
  await secretKey(config);
  return { place: { address, description, embedded }, port };
}

/**
 * The port on which the workers are to listen, once they are ready: also where the system chooses it, all listen on one.
 *
 * @throws OperatorError when nobody can listen there
 */
async function usablePort({ host, port }: Config): Promise<number> {
  const trial = createServer();
  const usable = await listen(trial, host, port, 'PORT');
  trial.close();
  await once(trial, 'close');
  return usable;
}
