import { createServer } from 'node:http';
import { createApp } from './app.js';
import { banner } from './banner.js';
import { readConfig, type Config } from './config.js';
import { openDatabase } from './database/open.js';
import { fillWithDemo } from './database/fill-with-demo.js';
import { createAdminServer } from './http/admin.js';
import { close, listen } from './http/listen.js';
import { createLogger, type Logger } from './log.js';
import { OperatorError } from './operator-error.js';
import { playground } from './playground.js';
import { Clock } from './time/clock.js';
import { Teardown } from './teardown.js';

const COMPARE_CLOCKS_MS = 60_000;
const ALREADY_STOPPING_MS = 1_000;

/** Starts the service, and ends the process with 0 after a signal or with 1 and one sentence when it cannot start. */
export async function serve(): Promise<void> {
  const teardown = new Teardown();
  try {
    const config = readConfig();
    const log = createLogger(config);
    stopOnSignals(teardown, log);
    await start(config, log, teardown);
  } catch (error) {
    await teardown.run();
    if (!(error instanceof OperatorError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function start(config: Config, log: Logger, teardown: Teardown): Promise<void> {
  const database = await openDatabase(config, (sentence) => log.info(sentence));
  teardown.add(() => database.close());
  const demo = await fillWithDemo(config, database, (sentence) => log.info(sentence));

  const clock = new Clock();
  await clock.compare(database.now);
  const compareClocks = setInterval(() => {
    clock.compare(database.now).catch((error: unknown) => log.warn({ err: error }, 'The clocks could not be compared'));
  }, COMPARE_CLOCKS_MS);
  teardown.add(() => clearInterval(compareClocks));

  const app = await createApp({ config, pool: database.pool, clock, log, playground: playground('dist-playground') });
  const server = createServer({ maxHeaderSize: 16 * 1024 }, app);
  const port = await listen(server, config.host, config.port, 'PORT');
  teardown.add(() => close(server));

  let stopping = false;
  const admin = createAdminServer({ isReady: async () => !stopping && (await database.answers()) });
  const adminPort = await listen(admin, '127.0.0.1', config.adminPort, 'ADMIN_PORT');
  teardown.add(() => close(admin));
  teardown.add(() => {
    stopping = true;
  });

  process.stdout.write(banner({ config, port, adminPort, database: database.description, demo }));
}

/** The first signal stops gracefully; another one, later than a terminal and npm send theirs together, at once. */
function stopOnSignals(teardown: Teardown, log: Logger): void {
  let stoppingSince: number | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > ALREADY_STOPPING_MS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    log.info(`${signal}: finishing what is in flight …`);
    teardown.run().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'Stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
