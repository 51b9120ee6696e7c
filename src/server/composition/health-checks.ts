import { setTimeout as sleep } from 'node:timers/promises';
import type { Readiness } from '../../database/readiness.js';
import type { Health } from '../../http/admin.js';

/** The readiness of a service, from its start to its end. */
export interface HealthChecks extends Pick<Health, 'canRead' | 'canWrite'> {
  /** Called when the service has started; until then it is not ready. */
  readonly begin: (readiness: Readiness) => void;
  /**
   * Resolves when a proxy that polls the readiness has noticed that the service stops: until then it sends new
   * connections, and those that the system has accepted for a listening socket are lost when that is closed.
   */
  readonly noticed: () => Promise<void>;
}

/** A proxy polls at least twice in this time. */
const POLLED_WITHIN_MS = 3_000;
/** Two polls of a proxy that checks every half second, as in docs/operate.md, with their responses. */
const NOTICE_MS = 1_500;

/** @param isServing false as soon as the service stops */
export function createHealthChecks(isServing: () => boolean): HealthChecks {
  let readiness: Readiness | null = null;
  let polls: number[] = [];
  const check = (name: 'canRead' | 'canWrite') => async (): Promise<boolean> => {
    polls = [...polls.slice(-1), performance.now()];
    return isServing() && (await readiness?.[name]()) === true;
  };
  return {
    canRead: check('canRead'),
    canWrite: check('canWrite'),
    begin: (started) => void (readiness = started),
    async noticed() {
      const isPolled = polls.length === 2 && performance.now() - polls[0]! < POLLED_WITHIN_MS;
      if (isPolled) await sleep(NOTICE_MS);
    },
  };
}
