import cluster from 'node:cluster';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../config/package-root.js';
import { createAccessLog, type AccessLog } from '../../telemetry/log/access-log.js';
import { createApp } from './app.js';
import { restFacade, type FacadeParts } from '../app/rest-endpoint.js';
import { labelsOfRoute } from '../app/route-labels.js';
import { demoApplication } from '../../demo/data/accounts.js';
import { fillWithDemo, type DemoLogins } from '../../demo/fill-with-demo.js';
import type { OpenDatabase } from '../../database/open.js';
import { meterStatements } from '../../database/sql/metered-query.js';
import { batchByRequest } from '../../database/sql/request-batches.js';
import { watchStatements, recordStatements } from '../../database/watch-statements.js';
import type { Lifecycle } from './lifecycle.js';
import { openReads } from './reads.js';
import { processSamples, type MetricSamples } from '../../telemetry/metrics/exposition.js';
import { openImageStore } from '../../adapters/storage/open-image-store.js';
import { possibleLegacyWebsites } from '../../core/application/legacy-website-reminder.js';
import { createLogDelay } from '../../core/changes/log-delay.js';
import { readGauges } from '../../adapters/gauges.js';
import { createMetrics } from '../../telemetry/metrics/metrics.js';
import { openAdapters, type Adapters } from './adapters.js';
import type { Purger } from '../../http/cdn/purger.js';
import { playground } from '../../http/pages/playground.js';
import { createRun } from '../../core/transaction/run.js';
import { createResultSizeLimit } from '../../core/reads/result-size-limit.js';
import { recordedSecretKey } from '../../core/secret-key/secret-key-check.js';
import { Clock } from '../../core/date/clock.js';
import type { Logger } from '../../telemetry/log/log.js';

const PLAYGROUND = join(PACKAGE_ROOT, 'dist-playground');
const COMPARE_CLOCKS_MS = 60_000;

/** The request handler of a process, and the demo accounts it created. */
export interface ComposedService {
  readonly app: RequestListener;
  readonly demo: DemoLogins | null;
  /** The metrics of this process, for `/metrics`. */
  readonly samples: () => Promise<readonly MetricSamples[]>;
  readonly adapters: Pick<Adapters, 'close'>;
  readonly clock: Clock;
}

/** What a test replaces. */
export interface CompositionOptions {
  readonly accessLog?: AccessLog;
  /** False: run no jobs, sweeps and flushes, and use the clock of the process. */
  readonly backgroundWork?: boolean;
  readonly facade?: FacadeParts;
}

/** Composes the request handler on an open database and starts the background work of the process. */
export async function composeService(
  { config, log, cleanup, stopping }: Lifecycle,
  database: OpenDatabase,
  { accessLog = createAccessLog(config, log), backgroundWork = true, facade = restFacade }: CompositionOptions = {},
): Promise<ComposedService> {
  const { orm, pool, pollPool } = database;
  const metrics = createMetrics(labelsOfRoute);
  const tracing =
    config.traces && (await import('../../telemetry/traces/open-telemetry.js')).startTracing(config.traces, log);
  if (tracing) cleanup.add(() => tracing.close());
  const resultSizeLimit = createResultSizeLimit();
  meterStatements(pool, resultSizeLimit.begin);
  for (const one of [pool, pollPool]) watchStatements(one, recordStatements(log, metrics));
  const runOptions = { ...config.database, measureResult: resultSizeLimit.begin };
  const run = createRun(batchByRequest(pool), runOptions);
  const poll = createRun(pollPool, config.database);
  const secretKey = await recordedSecretKey(pool, config);
  const imageStore = await openImageStore(config, (cause) => log.error({ err: cause }, 'Image store failed'));
  const isOnlyProcess = database.embedded && config.workers === 1;
  const adapters = openAdapters({ config, pool, run, log, metrics, imageStore, secretKey, isOnlyProcess });
  cleanup.add(() => adapters.close());

  stopping.throwIfAborted();
  const demo = await fillWithDemo(config, database, imageStore, (sentence) => log.info(sentence));
  await remindOfCompatibility(config, database, log);
  const clock = new Clock();
  let purger: Purger | undefined;
  if (backgroundWork) {
    cleanup.add(await followClock(clock, database, log));
    const work = await adapters.startWork(orm.em, facade.uriOf);
    cleanup.add(() => work.stop());
    if (config.cdn.purge) {
      const { startPurger } = await import('../../http/cdn/purger.js');
      const started = startPurger({ settings: config.cdn.purge, run, poll, log, metrics });
      purger = started;
      cleanup.add(() => started.stop());
    }
  }
  const reads = await openReads({ config, primary: run, poll, runOptions, metrics, log, cleanup });
  const parts = {
    config,
    run,
    ...reads,
    orm,
    clock,
    log,
    metrics,
    resultSizeLimit,
    runOptions,
    tracing,
    adapters,
    accessLog,
    stopping,
  };
  const { app, streams } = await createApp({ ...parts, playground: playground(PLAYGROUND) }, facade);
  const logDelay = createLogDelay(poll);
  const samples = async () => {
    const pools = { main: pool, change_feed: pollPool, ...reads.pools };
    const gauges = await readGauges({ pools, run: poll, streams, logDelay, purger });
    return [...metrics.samples(gauges), ...(await processSamples())];
  };
  return { app, demo, samples, adapters, clock };
}

/** Logs one line per start of the service, whatever the number of its workers (decisions no. 57). */
async function remindOfCompatibility(
  { choosesCompatibility }: Lifecycle['config'],
  { pool }: OpenDatabase,
  log: Logger,
): Promise<void> {
  if (choosesCompatibility || (cluster.worker && cluster.worker.id > 1)) return;
  const keys = await possibleLegacyWebsites(pool, { except: [demoApplication.consumerKey] });
  if (keys.length === 0) return;
  log.warn(
    `COMPATIBILITY is not set, and there are first-party applications: ${keys.join(', ')}. If one of them is the original website, set COMPATIBILITY=legacy; otherwise set COMPATIBILITY=spec`,
  );
}

/**
 * Compares the clock with that of the database, now and every minute.
 *
 * @returns stops comparing
 */
async function followClock(clock: Clock, { now }: Pick<OpenDatabase, 'now'>, log: Logger): Promise<() => void> {
  await clock.compare(now);
  const timer = setInterval(() => {
    clock.compare(now).catch((error: unknown) => log.warn({ err: error }, 'Failed to compare the clocks'));
  }, COMPARE_CLOCKS_MS);
  return () => clearInterval(timer);
}
