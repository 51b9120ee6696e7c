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

const started = new Set<ChildProcess>();

/** Kills the child process when this process exits. */
export function endWithUs<Child extends ChildProcess>(child: Child): Child {
  if (started.size === 0) process.on('exit', endAll);
  started.add(child);
  return child;
}

function endAll(): void {
  for (const child of started) {
    if (child.pid !== undefined && !hasEnded(child)) for (const pid of family(child.pid)) signalTo(pid, 'SIGKILL');
  }
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
