import { setTimeout as delay } from 'node:timers/promises';

import { hasCode } from './error-code.js';
import { findPostmaster, isPostgres } from './postmaster.js';

const POLL_MS = 10;
const FAST_WITHIN_MS = 10_000;
const IMMEDIATE_WITHIN_MS = 5_000;

/**
 * Stops the server of the cluster: a fast shutdown (open transactions are rolled back, all data is written), after 10
 * seconds an immediate one (the next start recovers). Resolves when the process has exited, or at once if none runs.
 * @throws Error if the process outlives both
 */
export async function stopPostmaster(cluster: string): Promise<void> {
  const running = await findPostmaster(cluster);
  if (running === undefined) return;
  if (await endsAfter('SIGINT', running.pid, FAST_WITHIN_MS)) return;
  if (await endsAfter('SIGQUIT', running.pid, IMMEDIATE_WITHIN_MS)) return;
  throw new Error(`PostgreSQL (PID ${running.pid}) did not stop: kill it manually.`);
}

async function endsAfter(signal: NodeJS.Signals, pid: number, withinMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return true;
    throw error;
  }
  for (const begin = Date.now(); Date.now() - begin < withinMs;) {
    if (!isPostgres(pid)) return true;
    await delay(POLL_MS);
  }
  return false;
}
