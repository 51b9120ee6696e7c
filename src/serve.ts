import { createServer, type RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { checkRoutes, createApp } from './app.js';
import { banner } from './banner.js';
import { readConfig, type Config } from './config.js';
import { openDatabase } from './database/open.js';
import { fillWithDemo } from './database/fill-with-demo.js';
import { createAdminServer } from './http/admin.js';
import { connections } from './http/connections.js';
import { close, listen } from './http/listen.js';
import { createLogger, type Logger } from './log.js';
import { createRun } from './reads/statement.js';
import { openOutside } from './outside.js';
import { secretKey } from './secret-key.js';
import { OperatorError } from './operator-error.js';
import { playground } from './playground.js';
import { Clock } from './time/clock.js';
import { Teardown } from './teardown.js';

/** Beside `dist`, wherever the process was started. */
const PLAYGROUND = fileURLToPath(new URL('../../dist-playground', import.meta.url));
const COMPARE_CLOCKS_MS = 60_000;
const ALREADY_STOPPING_MS = 1_000;

/** Runs the service until a signal, and ends the process: with 1 and one sentence when it could not start, else with 0. */
export async function serve(): Promise<void> {
  const teardown = new Teardown();
  let exitCode = 0;
  const report = (error: unknown): void => {
    exitCode = 1;
    process.stderr.write(`${error instanceof OperatorError ? error.message : inspect(error)}\n`);
  };
  await runUntilSignal(teardown).catch(report);
  await teardown.run().catch(report);
  process.exit(exitCode);
}

async function runUntilSignal(teardown: Teardown): Promise<void> {
  const config = readConfig();
  const log = createLogger(config);
  const signal = signalToStop(log);
  const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
  try {
    await start(config, log, teardown, signal);
  } catch (error) {
    // Told to stop while starting: what has been opened is closed like that of a running service.
    if (signal.aborted) return;
    throw error;
  }
  await stopped;
}

async function start(config: Config, log: Logger, teardown: Teardown, signal: AbortSignal): Promise<void> {
  const say = (sentence: string): void => log.info(sentence);
  checkRoutes(config);
  const database = await openDatabase(config, say, signal);
  teardown.add(() => database.close());
  const run = createRun(database.pool, config.database);
  const outside = openOutside({ config, pool: database.pool, run, log, secretKey: await secretKey(config) });
  teardown.add(() => outside.close());

  // Ports come before the demo data, whose random passwords are shown only once: in the banner of a start that succeeds.
  let started = false;
  const admin = createAdminServer({
    isReady: async () => started && !signal.aborted && (await database.answers()),
  });
  const adminPort = await listen(admin, '127.0.0.1', config.adminPort, 'ADMIN_PORT');
  teardown.add(() => close(admin));
  const server = createServer(connections, starting);
  const port = await listen(server, config.host, config.port, 'PORT');
  teardown.add(() => close(server));

  signal.throwIfAborted();
  const demo = await fillWithDemo(config, database, say);
  const clock = new Clock();
  await clock.compare(database.now);
  const compareClocks = setInterval(() => {
    clock.compare(database.now).catch((error: unknown) => log.warn({ err: error }, 'The clocks could not be compared'));
  }, COMPARE_CLOCKS_MS);
  teardown.add(() => clearInterval(compareClocks));

  const work = await outside.startWork();
  teardown.add(() => work.stop());
  const page = playground(PLAYGROUND);
  const app = await createApp({ config, run, orm: database.orm, clock, log, outside, playground: page });
  server.off('request', starting).on('request', app);
  started = true;
  process.stdout.write(banner({ config, port, adminPort, database: database.description, demo }));
}

/** Answers until everything is there. */
const starting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'application/json; charset=utf8', 'Retry-After': '1' });
  response.end('["The service is starting"]');
};

/** Aborted by the first signal; another one, later than a terminal and npm send theirs together, ends at once. */
function signalToStop(log: Logger): AbortSignal {
  const controller = new AbortController();
  let stoppingSince = 0;
  const stop = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      if (Date.now() - stoppingSince > ALREADY_STOPPING_MS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    log.info(`${name}: finishing what is in flight …`);
    controller.abort();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return controller.signal;
}
