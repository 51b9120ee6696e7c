import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { family, isAlive, residentMemory } from '../../faults/processes.js';

const EVERY_MS = 50;

/** What the processes of the service did since the last look. */
interface Look {
  /** The largest resident memory of a process in MiB. */
  readonly memory: number;
  /** Now. */
  readonly memoryNow: number;
  /** Number of processes that ended. */
  readonly ended: number;
}

export interface ProcessWatch {
  /** Forgets what it has seen. */
  readonly look: () => Look;
  readonly stop: () => void;
}

/** Watches a service and its workers; its PostgreSQL is not one of its processes. */
export function watchProcesses(pid: number): ProcessWatch {
  const known = new Set<number>();
  let [memory, memoryNow, ended] = [0, 0, 0];
  let isStopped = false;
  const look = () => {
    memoryNow = 0;
    for (const one of family(pid).filter(isService)) {
      known.add(one);
      memoryNow = Math.max(memoryNow, memoryOf(one));
    }
    memory = Math.max(memory, memoryNow);
    for (const one of known) {
      if (isAlive(one)) continue;
      known.delete(one);
      ended += 1;
    }
  };
  void (async () => {
    for (; !isStopped; await sleep(EVERY_MS)) look();
  })();
  return {
    look() {
      look();
      const seen = { memory, memoryNow, ended };
      [memory, ended] = [0, 0];
      return seen;
    },
    stop: () => void (isStopped = true),
  };
}

/** Not PostgreSQL, nor a program that starts it. */
const isService = (pid: number): boolean =>
  read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.includes('main.js') === true;
/** A process that is ending has none. */
const memoryOf = (pid: number): number => read(() => residentMemory(pid)) || 0;

/** Undefined if the process has ended. */
function read<Value>(file: () => Value): Value | undefined {
  try {
    return file();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(String(Reflect.get(Object(error), 'code')))) return undefined;
    throw error;
  }
}
