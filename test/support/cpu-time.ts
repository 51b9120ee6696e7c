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

/** CPU time of all threads of another process so far in milliseconds, to the nanosecond (Linux only). */
export function childCpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const spent = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
  return spent.reduce((sum, nanoseconds) => sum + Number(nanoseconds), 0) / 1e6;
}
