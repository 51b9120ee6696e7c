/**
 * Preloaded into every Node process of the service: appends each long turn of its event loop to `<folder>/<pid>.jsonl`.
 * The URL of this module has the folder: `?folder=…`.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { MIN_TURN_MS, type Turn } from './turn.js';

const file = join(new URL(import.meta.url).searchParams.get('folder') ?? '.', `${process.pid}.jsonl`);
/** Two ticks enclose a turn and at most as much of others. */
const TICK_MS = 5;

function watchTurns(): void {
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    const turn: Turn = { at: Date.now(), ms: (user + system) / 1_000 };
    if (turn.ms > MIN_TURN_MS) appendFileSync(file, `${JSON.stringify(turn)}\n`);
    before = process.threadCpuUsage();
  }, TICK_MS).unref();
}

// Other threads exist because their turns are long.
if (isMainThread) watchTurns();
