import { readdirSync, readFileSync } from 'node:fs';

/**
 * CPU time of this thread in milliseconds. Unlike wall-clock time it does not grow while other processes use the
 * machine. Services of `startService` run in this thread; hashing and images do not.
 */
export async function threadCpuMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** CPU time of all threads of this process in milliseconds. */
export async function processCpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The most CPU time of this thread between two turns of its event loop, in milliseconds, while the work runs. */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false];
  let before = process.threadCpuUsage();
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work().finally(() => (isOver = true));
  return longest;
}

/**
 * The least of up to three measurements, the first one below the limit being enough: a collection of garbage, or a
 * function that is compiled, lengthens one of them, while work that takes long does so each time.
 */
export async function leastOfThree(limit: number, measure: () => Promise<number>): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < 3 && least >= limit; attempt += 1) least = Math.min(least, await measure());
  return least;
}

/** CPU time of all threads of another process so far in milliseconds, to the nanosecond (Linux only). */
export function childCpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const spent = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
  return spent.reduce((sum, nanoseconds) => sum + Number(nanoseconds), 0) / 1e6;
}
