import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pgConfig, type DatabaseAddress } from './address.js';

/** Looks whether the database answers, on a connection of its own: it does not wait behind requests. */
export interface Probe {
  /** Whether it answers within a second. */
  readonly answers: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

const WITHIN_MS = 1_000;

export function createProbe(address: DatabaseAddress): Probe {
  const times = { connectionTimeoutMillis: WITHIN_MS, query_timeout: WITHIN_MS };
  const pool = new pg.Pool({ ...pgConfig(address), ...times, max: 1 });
  // A lost idle connection shows in the next answer; without a listener it would end the process.
  pool.on('error', () => undefined);
  return {
    answers: () =>
      pool.query('select').then(
        () => true,
        () => false,
      ),
    // A server that does not answer is not waited for.
    close: () => Promise.race([pool.end(), sleep(WITHIN_MS, undefined, { ref: false })]),
  };
}
