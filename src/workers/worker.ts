import { inspect } from 'node:util';
import { checkRoutes } from '../app/check-routes.js';
import { checkTrustedDocuments } from '../app/trusted-documents.js';
import { compose } from '../compose.js';
import { readConfig } from '../config.js';
import { openDatabase } from '../database/open.js';
import { createHttpServer } from '../http/connections.js';
import { close, listen } from '../http/listen.js';
import type { Life } from '../life.js';
import { createLogger } from '../log.js';
import { OperatorError } from '../operator-error.js';
import { Teardown } from '../teardown.js';
import type { FromWorker, ToWorker } from './messages.js';

type Start = Extract<ToWorker, { kind: 'start' }>;

/** Answers requests until the primary process says that it is enough. When that process is gone, so is this one. */
export async function work(): Promise<void> {
  // A terminal sends these to everybody, and some supervisors do: it is the primary process that acts on them.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGUSR2'] as const) process.on(signal, () => undefined);
  const teardown = new Teardown();
  const finishing = new AbortController();
  const failure = Promise.withResolvers<never>();
  const toStart = Promise.withResolvers<Start>();
  const finished = new Promise<void>((resolve) => finishing.signal.addEventListener('abort', () => resolve()));
  let idleMs = 0;
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'start') return toStart.resolve(message);
    // `start` answers these.
    if (message.kind === 'count') return;
    idleMs = message.idleMs;
    finishing.abort();
  });

  let exitCode = 0;
  const report = async (error: unknown): Promise<void> => {
    exitCode = 1;
    if (error instanceof OperatorError) await tell({ kind: 'refused', sentence: error.message });
    else process.stderr.write(`${inspect(error)}\n`);
  };
  const run = async (): Promise<void> => {
    const config = readConfig();
    const told = await Promise.race([toStart.promise, finished]);
    if (!told) return;
    const parts = { log: createLogger(config), teardown, stopping: finishing.signal, fail: failure.reject };
    await start({ config: { ...config, port: told.port }, ...parts }, told, () => idleMs);
    await Promise.race([finished, failure.promise]);
  };
  await run().catch((error: unknown) => (finishing.signal.aborted ? undefined : report(error)));
  await teardown.run().catch(report);
  process.exit(exitCode);
}

/** It listens when everything is there: until then, others get the connections. */
async function start(life: Life, { place }: Start, idleMs: () => number): Promise<void> {
  const { config, log, teardown, stopping } = life;
  checkRoutes(config);
  await checkTrustedDocuments(config);
  const database = await openDatabase(config, place, (sentence) => log.info(sentence), stopping);
  teardown.add(() => database.close());
  const { app, demo, samples } = await compose(life, database);
  process.on('message', (message: ToWorker) => {
    if (message.kind !== 'count') return;
    samples().then(
      (counted) => tell({ kind: 'counted', question: message.question, samples: counted }),
      (error: unknown) => log.error({ err: error }, 'The metrics cannot be told'),
    );
  });
  const server = createHttpServer(app);
  await listen(server, config.host, config.port, 'PORT');
  teardown.add(() => close(server, idleMs()));
  await tell({ kind: 'ready', demoPasswords: demo && [...demo.passwords] });
}

function tell(message: FromWorker): Promise<void> {
  // A primary process that is gone needs to be told nothing.
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
}
