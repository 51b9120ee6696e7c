import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { isAbsolute, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { START_ENVIRONMENT, START_FLAGS } from '../test/support/start-flags.js';
import type { Measured } from './cpu-time.js';

/** A server in its own process, ready for requests. */
export interface BenchServer extends Measured {
  readonly port: number;
  /** Port of Lectern's metrics. */
  readonly adminPort?: number;
  stop(): Promise<void>;
}

/** Public origin of all servers, so that their links are identical. */
const ORIGIN = 'https://lectern.example.org';
const CONNECTIONS = 10;
const READY_WITHIN_MS = 30_000;
const SETTINGS = { NODE_ENV: 'production', GRAPHILE_ENV: 'production', PATH: process.env['PATH'] };

/** A file of `comparators/` and its last argument. */
const comparators = {
  counting: ['yardstick', 'counted'],
  storing: ['yardstick', 'stored'],
  json: ['json-in-postgres', ''],
  postgraphile: ['postgraphile', ''],
  sofa: ['sofa', ''],
  typical: ['typical', ''],
  bare: ['bare', ''],
} as const;

const LECTERN = 'bin/main.js';
/** Shared by all services and all runs: a database accepts only the key that it was written with. */
const SECRET_KEY = 'the-secret-key-of-all-benchmarks';

/** All measured servers. The two Lectern services differ in whether the response cache is enabled. */
export const serverNames = [
  'lectern',
  'keeping',
  ...(Object.keys(comparators) as (keyof typeof comparators)[]),
] as const;
export type ServerName = (typeof serverNames)[number];

/** Starts a server on loopback. @param lectern port of a Lectern, whose responses the bare server repeats */
export function startServer(name: ServerName, databaseUrl: string, lectern?: number): Promise<BenchServer> {
  if (name === 'lectern' || name === 'keeping') return startLectern(databaseUrl, name === 'keeping');
  const [file, word] = comparators[name];
  return startScript(`bench/comparators/${file}.js`, databaseUrl, name, name === 'bare' ? String(lectern) : word);
}

/** Starts a server for writes; the yardstick executes the same statements without a framework. */
export function startWriting(name: 'lectern' | 'yardstick', databaseUrl: string): Promise<BenchServer> {
  if (name === 'lectern') return startLectern(databaseUrl, false);
  return startScript('bench/writes/yardstick.js', databaseUrl, 'yardstick', '');
}

/** Starts a minimal server, queried during a load to measure the latency of the machine itself. */
export const startBare = (databaseUrl: string): Promise<BenchServer> =>
  startScript('bench/soak/bare.js', databaseUrl, 'bare', '');

/** Starts the Lectern that is built in another folder, as `startServer` does, to compare both. */
export const startBuilt = (folder: string, databaseUrl: string, name: string): Promise<BenchServer> =>
  startLectern(databaseUrl, false, name, join(folder, 'dist', LECTERN));

/** Starts Lectern with its embedded PostgreSQL in a folder, like `npm start`. Resolves after its first response. */
export async function startEmbedded(dataDirectory: string): Promise<BenchServer> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const ports = { PORT: String(port), ADMIN_PORT: String(adminPort) };
  return start(LECTERN, [], 'lectern', port, { PATH: SETTINGS.PATH, DATA_DIR: dataDirectory, ...ports });
}

/**
 * Starts Lectern as in production, in one process, but without access log.
 *
 * @param keeps whether the response cache is enabled
 * @param name `application_name` of its connections
 */
async function startLectern(
  databaseUrl: string,
  keeps: boolean,
  name = keeps ? 'lectern-keeping' : 'lectern',
  script: string = LECTERN,
): Promise<BenchServer> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const server = await start(script, [], name, port, {
    ...SETTINGS,
    DATABASE_URL: `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}application_name=${name}`,
    DATABASE_CONNECTIONS: String(CONNECTIONS),
    WORKERS: '1',
    BASE_URL: ORIGIN,
    SECRET_KEY,
    ...(!keeps && { ANSWER_CACHE_MEGABYTES: '0' }),
    TALK_COMMENT_LIMIT: '1000000/3600',
    LIMIT_WRITES_USER: '1000000/60',
    // The compared servers write no access log either.
    LOG_LEVEL: 'warn',
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
  });
  return { ...server, adminPort };
}

async function startScript(script: string, databaseUrl: string, name: string, word: string): Promise<BenchServer> {
  const port = await freePort();
  const args = [String(port), databaseUrl, String(CONNECTIONS), name, ORIGIN, word];
  return start(script, args, name, port, SETTINGS);
}

async function start(
  script: string,
  args: readonly string[],
  applicationName: string,
  port: number,
  env: NodeJS.ProcessEnv,
): Promise<BenchServer> {
  const isLectern = script.endsWith(LECTERN);
  const file = isAbsolute(script) ? script : fileURLToPath(new URL(`../${script}`, import.meta.url));
  const child = spawn(process.execPath, [...(isLectern ? START_FLAGS : []), file, ...args], {
    env: { ...env, ...(isLectern && START_ENVIRONMENT) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    if (hasEnded(child)) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  try {
    await answers(child, script, port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: child.pid ?? 0, port, applicationName, stop };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function answers(child: ChildProcess, script: string, port: number): Promise<void> {
  for (let waited = 0; waited < READY_WITHIN_MS; waited += 50) {
    if (hasEnded(child)) throw new Error(`${script} exited before its first response`);
    const there = await fetch(`http://127.0.0.1:${port}/`).then(
      ({ status }) => status !== 503,
      () => false,
    );
    if (there) return;
    await sleep(50);
  }
  throw new Error(`${script} did not respond within ${READY_WITHIN_MS / 1000} s`);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
