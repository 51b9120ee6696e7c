import { availableParallelism } from 'node:os';
import type { z } from 'zod';
import { wholeNumber } from '../setting-forms.js';

const MOST_WORKERS = 64;
const MOST_CONNECTIONS = 500;
/** One looks whether kept answers are still true; a write holds one, and somebody else may read meanwhile. */
const FEWEST_EACH = 3;
/** More need a machine that somebody has looked at: PostgreSQL itself lets in a hundred, unless it is told otherwise. */
const MOST_BY_ITSELF = 16;

/** How many processes answer requests, and how many connections to the database they have together. */
export const workersEnvironment = {
  WORKERS: wholeNumber(1, MOST_WORKERS)
    .optional()
    .meta({
      unset: `1; in production one for each core, ${MOST_BY_ITSELF} at most`,
      unit: 'processes',
      description: 'How many answer requests on the one port.',
    }),
  DATABASE_CONNECTIONS: wholeNumber(FEWEST_EACH, MOST_CONNECTIONS).optional().meta({
    unset: '10, or 4 for each of more than two workers',
    unit: 'connections',
    description:
      'What requests and jobs take, of all workers together: each has an equal share, and at least 3. Beside them one of each process asks whether PostgreSQL answers, one holds `DATA_DIR`, and while a worker is being replaced there is one share more.',
  }),
};

export interface WorkersSettings {
  /** Processes that answer requests. One of them is the whole service; of more, another process takes care. */
  readonly workers: number;
  /** Connections of each of them. */
  readonly connections: number;
}

/** Ten connections have been enough for one process; of many, each gets four. */
const connectionsFor = (count: number): number => Math.max(10, 4 * count);

/** The settings out of what the variables say; in production there is a worker for each core, where the connections allow it. */
export function workersSettings(
  { WORKERS, DATABASE_CONNECTIONS }: z.output<z.ZodObject<typeof workersEnvironment>>,
  production: boolean,
): WorkersSettings {
  const cores = Math.min(availableParallelism(), MOST_BY_ITSELF);
  const allowed = Math.floor((DATABASE_CONNECTIONS ?? MOST_CONNECTIONS) / FEWEST_EACH);
  const count = WORKERS ?? (production ? Math.min(cores, allowed) : 1);
  return { workers: count, connections: Math.floor((DATABASE_CONNECTIONS ?? connectionsFor(count)) / count) };
}

/** What an operator is told of settings that leave a worker without connections. */
export function problemsOfWorkers({ workers: count, connections: each }: WorkersSettings): string[] {
  if (each >= FEWEST_EACH) return [];
  const needed = count * FEWEST_EACH;
  return [
    `WORKERS: ${count} workers need ${FEWEST_EACH} connections each, so set DATABASE_CONNECTIONS to ${needed} or more, or WORKERS to a lower number`,
  ];
}
