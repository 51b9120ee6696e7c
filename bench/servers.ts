import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { START_ENVIRONMENT, START_FLAGS } from '../test/support/start-flags.js';
import type { Measured } from './cpu-time.js';

/** A server of its own process, ready for requests. */
export interface BenchServer extends Measured {
  readonly port: number;
  stop(): Promise<void>;
}

/** The address under which every server believes to be reached, so that all answer with the same links. */
const ORIGIN = 'https://lectern.example.org';
const CONNECTIONS = 10;
const READY_WITHIN_MS = 30_000;
const SETTINGS = { NODE_ENV: 'production', GRAPHILE_ENV: 'production', PATH: process.env['PATH'] };

/** A file of `comparators/`, and the word that it is told. */
const comparators = {
  counting: ['yardstick', 'counted'],
  storing: ['yardstick', 'stored'],
  json: ['json-in-postgres', ''],
  postgraphile: ['postgraphile', ''],
  sofa: ['sofa', ''],
  typical: ['typical', ''],
} as const;

const LECTERN = 'src/main.js';

/** Everything that is measured. The two Lecterns differ in whether they keep answers in memory. */
export const serverNames = [
  'lectern',
  'keeping',
  ...(Object.keys(comparators) as (keyof typeof comparators)[]),
] as const;
export type ServerName = (typeof serverNames)[number];

/** Starts one of them, on loopback. */
export function startServer(name: ServerName, databaseUrl: string): Promise<BenchServer> {
  if (name === 'lectern' || name === 'keeping') return startLectern(databaseUrl, name === 'keeping');
  return startComparator(databaseUrl, name);
}

/** Starts one of those that are written to: the yardstick runs the same statements by hand. */
export function startWriting(name: 'lectern' | 'yardstick', databaseUrl: string): Promise<BenchServer> {
  if (name === 'lectern') return startLectern(databaseUrl, false);
  return startScript('bench/writes/yardstick.js', databaseUrl, 'yardstick', '');
}

/** What is asked beside a load, to know what the machine takes for the least. */
export const startBare = (databaseUrl: string): Promise<BenchServer> =>
  startScript('bench/soak/bare.js', databaseUrl, 'bare', '');

/** Lectern with a PostgreSQL of its own in a folder, as `npm start` starts it. Resolves when it has answered. */
export async function startEmbedded(dataDirectory: string): Promise<BenchServer> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const ports = { PORT: String(port), ADMIN_PORT: String(adminPort) };
  return start(LECTERN, [], 'lectern', port, { PATH: SETTINGS.PATH, DATA_DIR: dataDirectory, ...ports });
}

/**
 * Lectern as it runs in production, in one process, but without a line in its log for each request.
 *
 * @param keeps whether it keeps answers in memory; otherwise it computes each
 */
async function startLectern(databaseUrl: string, keeps: boolean): Promise<BenchServer> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const name = keeps ? 'lectern-keeping' : 'lectern';
  return start(LECTERN, [], name, port, {
    ...SETTINGS,
    DATABASE_URL: `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}application_name=${name}`,
    DATABASE_CONNECTIONS: String(CONNECTIONS),
    WORKERS: '1',
    BASE_URL: ORIGIN,
    SECRET_KEY: randomBytes(32).toString('hex'),
    ...(!keeps && { ANSWER_CACHE_MEGABYTES: '0' }),
    TALK_COMMENT_LIMIT: '1000000/3600',
    LIMIT_WRITES_USER: '1000000/60',
    // Nobody that it is compared with writes a line for each request.
    LOG_LEVEL: 'warn',
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
  });
}

function startComparator(databaseUrl: string, name: keyof typeof comparators): Promise<BenchServer> {
  const [file, word] = comparators[name];
  return startScript(`bench/comparators/${file}.js`, databaseUrl, name, word);
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
  const isLectern = script === LECTERN;
  const file = fileURLToPath(new URL(`../${script}`, import.meta.url));
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
    if (hasEnded(child)) throw new Error(`${script} ended before it answered`);
    const there = await fetch(`http://127.0.0.1:${port}/`).then(
      ({ status }) => status !== 503,
      () => false,
    );
    if (there) return;
    await sleep(50);
  }
  throw new Error(`${script} did not answer within ${READY_WITHIN_MS / 1000} s`);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
