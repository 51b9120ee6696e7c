import { existsSync, readFileSync, readdirSync } from 'node:fs';
import type { Client } from 'pg';
import { OperatorError } from '../src/config/operator-error.js';

/** CPU time in nanoseconds of a server's Node process, and of its PostgreSQL backends by process ID. */
export interface CpuTime {
  readonly node: number;
  readonly backEnds: ReadonlyMap<number, number>;
}

/** A server whose CPU time is measured. */
export interface Measured {
  readonly pid: number;
  /** `application_name` of its connections in `pg_stat_activity`. */
  readonly applicationName: string;
}

/** @throws OperatorError if the kernel does not expose the CPU time of other processes */
export function requireCpuTimes(): void {
  if (existsSync('/proc/self/schedstat')) return;
  throw new OperatorError(
    'The bench reads CPU times from /proc/<pid>/schedstat: run it on Linux, with a kernel that has scheduler statistics.',
  );
}

/** CPU time that the server has used so far. `client` is connected to its PostgreSQL, on the same machine. */
export async function cpuTimeOf({ pid, applicationName }: Measured, client: Client): Promise<CpuTime> {
  const { rows } = await client.query<{ pid: number }>({
    name: 'back ends',
    text: 'select pid from pg_stat_activity where application_name = $1 and datname = current_database()',
    values: [applicationName],
  });
  return { node: processTime(pid), backEnds: new Map(rows.map((row) => [row.pid, processTime(row.pid)])) };
}

/** CPU time of the backends between two readings; undefined if one of them has exited, since its time is lost. */
export function backEndTime(before: CpuTime, after: CpuTime): number | undefined {
  for (const pid of before.backEnds.keys()) if (!after.backEnds.has(pid)) return undefined;
  let sum = 0;
  for (const [pid, time] of after.backEnds) sum += time - (before.backEnds.get(pid) ?? 0);
  return sum;
}

/** Sums all threads of a process: the file of the process itself covers only the main thread. */
function processTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + threadTime(`/proc/${pid}/task/${thread}/schedstat`), 0);
}

/** The first of the file's three numbers is the time spent on a CPU. */
function threadTime(path: string): number {
  return Number(readFileSync(path, 'utf8').split(' ', 1)[0]);
}
