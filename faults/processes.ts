import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export const hasEnded = ({ exitCode, signalCode }: Pick<ChildProcess, 'exitCode' | 'signalCode'>): boolean =>
  exitCode !== null || signalCode !== null;

/** A process and those that it has started itself; it alone where it is gone. */
export function family(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  return [pid, ...(existsSync(list) ? readFileSync(list, 'utf8').split(' ').filter(Boolean).map(Number) : [])];
}

/** Signals a process that may be gone. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (Reflect.get(Object(error), 'code') !== 'ESRCH') throw error;
  }
}

const started = new Set<ChildProcess>();

/** Has the process end with this one, however that ends. */
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

/** The most memory that a process has ever held, in megabytes. */
export const peakMemory = (pid: number): number => memory(pid, 'VmHWM');

/** The memory that a process holds now, in megabytes. */
export const residentMemory = (pid: number): number => memory(pid, 'VmRSS');

function memory(pid: number, figure: string): number {
  const [, kilobytes] =
    new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}

/** Linux counts the time of processes in hundredths of a second, whatever its clock does. */
const TICK_MS = 10;

/** The time that all threads of a process have worked so far, in milliseconds. */
export function cpuMs(pid: number): number {
  // Behind the name, which may hold anything: of the user the 14th of all fields, of the system the 15th.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
