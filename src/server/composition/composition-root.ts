import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createAccessLog } from '../../telemetry/log/access-log.js';
import { createApp } from './app.js';
import { labelsOfRoute } from '../app/route-labels.js';
import { fillWithDemo, type DemoLogins } from '../../demo/fill-with-demo.js';
import type { OpenDatabase } from '../../database/open.js';
import { watchStatements } from '../../database/watch-statements.js';
import type { Lifecycle } from './lifecycle.js';
import { processSamples } from '../../telemetry/metrics/exposition.js';
import { readGauges } from '../../adapters/gauges.js';
import { createMetrics } from '../../telemetry/metrics/metrics.js';
import type { MetricSamples } from '../../telemetry/metrics/sample.js';
import { openAdapters } from './adapters.js';
import { playground } from '../../http/pages/playground.js';
import { createRun } from '../../core/transaction/run.js';
import { createResultSizeLimit } from '../../core/request/result-size-limit.js';
import { recordStatements } from '../../database/record-statements.js';
import { recordedSecretKey } from '../../core/secret-key/secret-key-check.js';
import { Clock } from '../../core/date/clock.js';

/** Resolved relative to `dist`, independent of the working directory. */
const PLAYGROUND = fileURLToPath(new URL('../../../../dist-playground', import.meta.url));
const COMPARE_CLOCKS_MS = 60_000;

/** The request handler of a process, and the demo accounts it created. */
export interface ComposedService {
  readonly app: RequestListener;
  readonly demo: DemoLogins | null;
  /** The metrics of this process, for `/metrics`. */
  readonly samples: () => Promise<readonly MetricSamples[]>;
}

/** Composes the request handler on an open database and starts the background work of the process. */
export async function composeService(
  { config, log, cleanup, stopping }: Lifecycle,
  database: OpenDatabase,
): Promise<ComposedService> {
  const { orm, pool, pollPool } = database;
  const metrics = createMetrics(labelsOfRoute);
  const tracing =
    config.traces && (await import('../../telemetry/traces/open-telemetry.js')).startTracing(config.traces, log);
  if (tracing) cleanup.add(() => tracing.close());
  for (const one of [pool, pollPool]) watchStatements(one, recordStatements(log, metrics));
  const rowMemory = createResultSizeLimit();
  const run = createRun(pool, { ...config.database, measureResult: rowMemory.begin });
  const poll = createRun(pollPool, config.database);
  const secretKey = await recordedSecretKey(pool, config);
  const adapters = openAdapters({ config, pool, run, log, metrics, secretKey });
  cleanup.add(() => adapters.close());

  stopping.throwIfAborted();
  const demo = await fillWithDemo(config, database, (sentence) => log.info(sentence));
  const clock = new Clock();
  await clock.compare(database.now);
  const compareClocks = setInterval(() => {
    clock.compare(database.now).catch((error: unknown) => log.warn({ err: error }, 'Failed to compare the clocks'));
  }, COMPARE_CLOCKS_MS);
  cleanup.add(() => clearInterval(compareClocks));

  const work = await adapters.startWork();
  cleanup.add(() => work.stop());
  const app = await createApp({
    ...{ config, run, poll, orm, clock, log, metrics, rowMemory, tracing, adapters },
    accessLog: createAccessLog(config, log),
    playground: playground(PLAYGROUND),
  });
  const samples = async () => {
    const gauges = await readGauges({ pools: { main: pool, change_feed: pollPool }, run: poll });
    return [...metrics.samples(gauges), ...(await processSamples())];
  };
  return { app, demo, samples };
}
