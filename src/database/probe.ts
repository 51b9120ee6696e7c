import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pgConfig, type DatabaseAddress } from './address.js';

/** Checks whether the database responds, on its own connection, so that it never queues behind requests. */
export interface Probe {
  /** Whether it responds within 1 second. */
  readonly isResponsive: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

const TIMEOUT_MS = 1_000;

export function createProbe(address: DatabaseAddress): Probe {
  const timeouts = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
  const pool = new pg.Pool({ ...pgConfig(address), ...timeouts, max: 1 });
  // The next check reports a lost idle connection; without a listener, the event would end the process.
  pool.on('error', () => undefined);
  return {
    isResponsive: () =>
      pool.query('select').then(
        () => true,
        () => false,
      ),
    // An unresponsive server must not delay the shutdown.
    close: () => Promise.race([pool.end(), sleep(TIMEOUT_MS, undefined, { ref: false })]),
  };
}
