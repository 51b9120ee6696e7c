import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createAccessLog } from './access-log.js';
import { createApp } from './app.js';
import { labelsOfRoute } from './app/route-labels.js';
import { fillWithDemo, type DemoLogins } from './database/fill-with-demo.js';
import type { OpenDatabase } from './database/open.js';
import { watchStatements } from './database/watch-statements.js';
import type { Life } from './life.js';
import { processSamples } from './metrics/exposition.js';
import { readGauges } from './metrics/gauges.js';
import { createMetrics } from './metrics/metrics.js';
import type { MetricSamples } from './metrics/sample.js';
import { openOutside } from './outside.js';
import { playground } from './playground.js';
import { createRun } from './reads/statement.js';
import { createRowMemory } from './request/row-memory.js';
import { tellOfStatements } from './request/statements.js';
import { secretKey } from './secret-key.js';
import { Clock } from './time/clock.js';

/** Beside `dist`, wherever the process was started. */
const PLAYGROUND = fileURLToPath(new URL('../../dist-playground', import.meta.url));
const COMPARE_CLOCKS_MS = 60_000;

/** What answers requests, and what it found to do first. */
export interface Composed {
  readonly app: RequestListener;
  readonly demo: DemoLogins | null;
  /** The numbers of this process, for `/metrics`. */
  readonly samples: () => Promise<readonly MetricSamples[]>;
}

/** Puts together what answers requests in one process, on an open database, and starts its background work. */
export async function compose({ config, log, teardown, stopping }: Life, database: OpenDatabase): Promise<Composed> {
  const { orm, pool, lookPool } = database;
  const metrics = createMetrics(labelsOfRoute);
  const tracing = config.traces && (await import('./traces/open-telemetry.js')).startTracing(config.traces, log);
  if (tracing) teardown.add(() => tracing.close());
  for (const one of [pool, lookPool]) watchStatements(one, tellOfStatements(log, metrics));
  const rowMemory = createRowMemory();
  const run = createRun(pool, { ...config.database, weigh: rowMemory.begin });
  const look = createRun(lookPool, config.database);
  const outside = openOutside({ config, pool, run, log, metrics, secretKey: await secretKey(config) });
  teardown.add(() => outside.close());

  stopping.throwIfAborted();
  const demo = await fillWithDemo(config, database, (sentence) => log.info(sentence));
  const clock = new Clock();
  await clock.compare(database.now);
  const compareClocks = setInterval(() => {
    clock.compare(database.now).catch((error: unknown) => log.warn({ err: error }, 'The clocks could not be compared'));
  }, COMPARE_CLOCKS_MS);
  teardown.add(() => clearInterval(compareClocks));

  const work = await outside.startWork();
  teardown.add(() => work.stop());
  const app = await createApp({
    ...{ config, run, look, orm, clock, log, metrics, rowMemory, tracing, outside },
    accessLog: createAccessLog(config, log),
    playground: playground(PLAYGROUND),
  });
  const samples = async () => {
    const gauges = await readGauges({ pools: { main: pool, look: lookPool }, run: look });
    return [...metrics.samples(gauges), ...(await processSamples())];
  };
  return { app, demo, samples };
}
