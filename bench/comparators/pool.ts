import pg from 'pg';
import type { Told } from './listen.js';

/** Connection pool of a comparator. */
export function openPool({ connectionString, connections, applicationName }: Told): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: connections, application_name: applicationName });
  pool.on('error', (error) => process.stderr.write(`${error.message}\n`));
  return pool;
}
