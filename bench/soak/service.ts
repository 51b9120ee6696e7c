import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { START_ENVIRONMENT, START_FLAGS } from '../../test/support/start-flags.js';
import { freePort } from '../servers.js';

interface SoakedParts {
  readonly databaseUrl: string;
  readonly workers: number;
  /** Data folder of the service. */
  readonly folder: string;
  /** Folder of the samples, which each process appends every `seconds`. */
  readonly sampled: string;
  readonly seconds: number;
}

export interface SoakedService {
  readonly port: number;
  /** Process ID of the primary, or of the only process. */
  readonly pid: number;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 60_000;
/** A database accepts only one key. */
const SECRET_KEY = randomBytes(32).toString('hex');
const main = fileURLToPath(new URL('../../bin/main.js', import.meta.url));

/** Starts the service as it runs in production (`npm start`), with `preload.ts` in each of its processes. */
export async function startSoaked(
  { databaseUrl, workers, folder, sampled, seconds }: SoakedParts,
  report: (error: Error) => void,
): Promise<SoakedService> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const preload = new URL(`preload.js?folder=${encodeURIComponent(sampled)}&seconds=${seconds}`, import.meta.url);
  const child = spawn(process.execPath, [...START_FLAGS, '--import', preload.href, main], {
    env: {
      ...START_ENVIRONMENT,
      ...{ NODE_ENV: 'production', PATH: process.env['PATH'], DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' },
      ...{ BASE_URL: 'https://lectern.example.org', SECRET_KEY, DATA_DIR: folder },
      ...{ PORT: String(port), ADMIN_PORT: String(adminPort), WORKERS: String(workers), TALK_COMMENT_LIMIT: 'off' },
      ...{ LIMIT_WRITES_USER: 'off', LIMIT_EVENT_COMMENTS_USER: 'off' },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let stopping = false;
  const exited = once(child, 'exit').then(() => {
    if (!stopping) report(new Error('The service exited unexpectedly'));
  });
  for (const begin = Date.now(); !(await isReady(adminPort)); await sleep(100)) {
    if (child.exitCode !== null || Date.now() - begin > READY_WITHIN_MS) throw new Error('The service does not start');
  }
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      stopping = true;
      child.kill('SIGTERM');
      await exited;
    },
  };
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
