import type { QueueName } from '../../database/queues.js';

/** How many jobs of a queue run at the same time. */
export interface Places {
  /** Concurrent quick jobs of a process. */
  readonly quick: number;
  /** Concurrent jobs of slow groups: many hanging receivers leave the other places free. */
  readonly slow: number;
  /** Concurrent jobs, with those that have just become slow. */
  readonly total: number;
  /** Concurrent jobs of a group in all processes; undefined for jobs without groups. */
  readonly perGroup?: number;
  readonly pollMs: number;
  /** How long a process that stops waits for active jobs; another process repeats those that remain. */
  readonly stopMs: number;
}

export const places: Readonly<Record<QueueName, Places>> = {
  // Mail servers often limit the connections of a client to 20. A message may wait ten minutes for its confirmation.
  mail: { quick: 5, slow: 0, total: 20, pollMs: 2_000, stopMs: 5_000 },
  // Their jobs may wait for receivers for 15 s.
  webhook: { quick: 40, slow: 20, total: 160, perGroup: 4, pollMs: 1_000, stopMs: 2_000 },
};
