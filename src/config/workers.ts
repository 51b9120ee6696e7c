import { availableParallelism } from 'node:os';
import type { z } from 'zod';
import { wholeNumber } from './setting-schemas.js';

const MAX_WORKERS = 64;
const MAX_CONNECTIONS = 500;
/** One polls the change feed, a write may hold another, and one remains for concurrent reads. */
const MIN_CONNECTIONS_EACH = 3;
/** More workers need explicit tuning: by default, PostgreSQL accepts 100 connections. */
const MAX_DEFAULT_WORKERS = 16;

/** Number of processes that serve requests, and their database connections in total. */
export const workersEnvironment = {
  WORKERS: wholeNumber(1, MAX_WORKERS)
    .optional()
    .meta({
      unset: `1; in production one for each core, ${MAX_DEFAULT_WORKERS} at most`,
      unit: 'processes',
      description: 'Number of processes that serve requests on the shared port.',
    }),
  DATABASE_CONNECTIONS: wholeNumber(MIN_CONNECTIONS_EACH, MAX_CONNECTIONS).optional().meta({
    unset: '10, or 4 for each of more than two workers',
    unit: 'connections',
    description:
      'Total connections for requests and jobs, divided equally among the workers, at least 3 each. In addition, each process uses one for health checks, one connection locks `DATA_DIR`, and replacing a worker adds one share temporarily.',
  }),
};

export interface WorkersSettings {
  /**
   * Number of processes that serve requests. A single one is the whole service; several are managed by a primary
   * process.
   */
  readonly workers: number;
  /** Connections per worker. */
  readonly connections: number;
}

/** 10 connections suffice for one process; more than two workers get 4 each. */
const connectionsFor = (count: number): number => Math.max(10, 4 * count);

/**
 * Maps the parsed variables to the settings. In production, defaults to one worker per core, if the connections allow
 * it.
 */
export function workersSettings(
  { WORKERS, DATABASE_CONNECTIONS }: z.output<z.ZodObject<typeof workersEnvironment>>,
  production: boolean,
): WorkersSettings {
  const cores = Math.min(availableParallelism(), MAX_DEFAULT_WORKERS);
  const allowed = Math.floor((DATABASE_CONNECTIONS ?? MAX_CONNECTIONS) / MIN_CONNECTIONS_EACH);
  const count = WORKERS ?? (production ? Math.min(cores, allowed) : 1);
  return { workers: count, connections: Math.floor((DATABASE_CONNECTIONS ?? connectionsFor(count)) / count) };
}

/** Problems of settings that leave a worker without enough connections. */
export function problemsOfWorkers({ workers: count, connections: each }: WorkersSettings): string[] {
  if (each >= MIN_CONNECTIONS_EACH) return [];
  const needed = count * MIN_CONNECTIONS_EACH;
  return [
    `WORKERS: ${count} workers need ${MIN_CONNECTIONS_EACH} connections each, so set DATABASE_CONNECTIONS to ${needed} or more, or WORKERS to a lower number`,
  ];
}
