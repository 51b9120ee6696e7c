import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export const hasEnded = ({ exitCode, signalCode }: Pick<ChildProcess, 'exitCode' | 'signalCode'>): boolean =>
  exitCode !== null || signalCode !== null;

/** A process and its children. */
export function family(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  return [pid, ...(existsSync(list) ? readFileSync(list, 'utf8').split(' ').filter(Boolean).map(Number) : [])];
}

/** Signals a process that may have exited. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (Reflect.get(Object(error), 'code') !== 'ESRCH') throw error;
  }
}

/** Whether a process runs; one that has ended but was not awaited by its parent does not. */
export function isAlive(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && !/\) [ZX] /.test(readFileSync(file, 'utf8'));
}

/** Process ID of the PostgreSQL that runs a cluster; undefined if none does. */
export function postmasterIn(cluster: string): number | undefined {
  const file = `${cluster}/postmaster.pid`;
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : NaN;
  // The file of a killed server remains, and another process may have its ID.
  return isAlive(pid) && readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n' ? pid : undefined;
}

/**
 * Signals processes and their children; each process before its children, because it might replace them.
 *
 * @returns all of them
 */
export function signalFamilies(roots: readonly (number | undefined)[], signal: NodeJS.Signals): number[] {
  return roots.flatMap((root) => {
    if (root === undefined) return [];
    // A suspended process starts no others, and keeps its children: those of a killed one are orphans immediately.
    signalTo(root, 'SIGSTOP');
    const all = family(root);
    for (const pid of all) signalTo(pid, signal);
    return all;
  });
}

const endings = new Set<() => void>();

/** Runs a synchronous step when this process exits. */
export function atExit(step: () => void): void {
  if (endings.size === 0) process.on('exit', () => endings.forEach((ending) => ending()));
  endings.add(step);
}

/** Kills the child process when this process exits. */
export function endWithUs<Child extends ChildProcess>(child: Child): Child {
  atExit(() => {
    if (child.pid !== undefined && !hasEnded(child)) for (const pid of family(child.pid)) signalTo(pid, 'SIGKILL');
  });
  return child;
}

/** Peak resident memory of a process in MiB. */
export const peakMemory = (pid: number): number => memory(pid, 'VmHWM');

/** Resident memory of a process in MiB. */
export const residentMemory = (pid: number): number => memory(pid, 'VmRSS');

function memory(pid: number, figure: string): number {
  const [, kilobytes] =
    new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}

/** Linux reports CPU time in units of 10 ms (`USER_HZ`). */
const TICK_MS = 10;

/** CPU time of all threads of a process so far, in milliseconds. */
export function cpuMs(pid: number): number {
  // Skip the process name, which may contain spaces: user time is field 14, system time field 15.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
