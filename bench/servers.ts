import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Measured } from './cpu-time.js';

/** A server of its own process, ready for requests. */
export interface BenchServer extends Measured {
  readonly port: number;
  stop(): Promise<void>;
}

/** How the yardstick knows the counters of events: it counts them for each answer, or reads them from the row. */
export type Counters = 'counted' | 'stored';

/** The address under which every server believes to be reached, so that all answer with the same links. */
const ORIGIN = 'https://lectern.example.org';
const CONNECTIONS = 10;
const READY_WITHIN_MS = 30_000;
const SETTINGS = { NODE_ENV: 'production', PATH: process.env['PATH'] };

/**
 * Lectern as it runs in production, on loopback.
 *
 * @param keeps whether it keeps answers in memory; otherwise it computes each
 */
export async function startLectern(databaseUrl: string, keeps: boolean): Promise<BenchServer> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const name = keeps ? 'lectern-keeping' : 'lectern';
  return start('src/main.js', [], name, port, {
    ...SETTINGS,
    DATABASE_URL: `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}application_name=${name}`,
    DATABASE_CONNECTIONS: String(CONNECTIONS),
    BASE_URL: ORIGIN,
    SECRET_KEY: randomBytes(32).toString('hex'),
    ...(!keeps && { ANSWER_CACHE_MEGABYTES: '0' }),
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
  });
}

/** The yardstick (`yardstick.ts`). */
export async function startYardstick(databaseUrl: string, counters: Counters): Promise<BenchServer> {
  const port = await freePort();
  const applicationName = `yardstick, ${counters}`;
  const args = [String(port), databaseUrl, String(CONNECTIONS), applicationName, ORIGIN, counters];
  return start('bench/yardstick.js', args, applicationName, port, SETTINGS);
}

async function start(
  script: string,
  args: readonly string[],
  applicationName: string,
  port: number,
  env: NodeJS.ProcessEnv,
): Promise<BenchServer> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../${script}`, import.meta.url)), ...args], {
    env,
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
      () => true,
      () => false,
    );
    if (there) return;
    await sleep(50);
  }
  throw new Error(`${script} did not answer within ${READY_WITHIN_MS / 1000} s`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
