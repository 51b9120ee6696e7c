import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.js';
import { fillWithDemo, type DemoLogins } from './database/fill-with-demo.js';
import type { OpenDatabase } from './database/open.js';
import type { Life } from './life.js';
import { openOutside } from './outside.js';
import { playground } from './playground.js';
import { createRun } from './reads/statement.js';
import { secretKey } from './secret-key.js';
import { Clock } from './time/clock.js';

/** Beside `dist`, wherever the process was started. */
const PLAYGROUND = fileURLToPath(new URL('../../dist-playground', import.meta.url));
const COMPARE_CLOCKS_MS = 60_000;

/** What answers requests, and what it found to do first. */
export interface Composed {
  readonly app: RequestListener;
  readonly demo: DemoLogins | null;
}

/** Puts together what answers requests in one process, on an open database, and starts its background work. */
export async function compose({ config, log, teardown, stopping }: Life, database: OpenDatabase): Promise<Composed> {
  const run = createRun(database.pool, config.database);
  const outside = openOutside({ config, pool: database.pool, run, log, secretKey: await secretKey(config) });
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
  const page = playground(PLAYGROUND);
  const look = createRun(database.lookPool, config.database);
  const app = await createApp({ config, run, look, orm: database.orm, clock, log, outside, playground: page });
  return { app, demo };
}
