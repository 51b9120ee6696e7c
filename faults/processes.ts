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
export function peakMemory(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}
