import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../src/server/composition/lifecycle.js';
import { statusOf } from './waiting.js';

/** Polls a URL of the admin port. */
export interface Watch {
  readonly statuses: ReadonlySet<number>;
  readonly slowestMs: number;
  stop(): Promise<void>;
}

const EVERY_MS = 50;

export function watch(url: string, cleanup: Cleanup): Watch {
  const statuses = new Set<number>();
  let [slowestMs, stopped] = [0, false];
  const asking = (async () => {
    for (; !stopped; await sleep(EVERY_MS)) {
      const { status, tookMs } = await statusOf(url);
      statuses.add(status);
      slowestMs = Math.max(slowestMs, tookMs);
    }
  })();
  cleanup.add(() => (stopped = true));
  return {
    statuses,
    get slowestMs() {
      return slowestMs;
    },
    async stop() {
      stopped = true;
      await asking;
    },
  };
}
