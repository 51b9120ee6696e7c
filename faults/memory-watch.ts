import { setTimeout as sleep } from 'node:timers/promises';
import { residentMemory } from './processes.js';

const EVERY_MS = 50;

/** Measures the peak increase of a process's resident memory during the work, in MiB. */
export async function memoryMore(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = residentMemory(pid);
  let most = before;
  let over = false;
  const watching = (async () => {
    for (; !over; await sleep(EVERY_MS)) most = Math.max(most, residentMemory(pid));
  })();
  try {
    await work();
  } finally {
    over = true;
    await watching;
  }
  return Math.max(most, residentMemory(pid)) - before;
}
