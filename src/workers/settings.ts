import { availableParallelism } from 'node:os';
import { z } from 'zod';

const MOST_WORKERS = 64;
const MOST_CONNECTIONS = 500;
/** One looks whether kept answers are still true; a write holds one, and somebody else may read meanwhile. */
const FEWEST_EACH = 3;
/** More need a machine that somebody has looked at: PostgreSQL itself lets in a hundred, unless it is told otherwise. */
const MOST_BY_ITSELF = 16;

const workers = `must be a whole number from 1 to ${MOST_WORKERS}`;
const connections = `must be a whole number from ${FEWEST_EACH} to ${MOST_CONNECTIONS}`;

/** How many processes answer requests, and how many connections to the database they have together. */
export const workersEnvironment = {
  WORKERS: z.coerce.number(workers).int(workers).min(1, workers).max(MOST_WORKERS, workers).optional(),
  DATABASE_CONNECTIONS: z.coerce
    .number(connections)
    .int(connections)
    .min(FEWEST_EACH, connections)
    .max(MOST_CONNECTIONS, connections)
    .optional(),
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
