import type { ClientBase } from 'pg';
import { OperatorError } from '../config/operator-error.js';
import { BASELINE } from './migrations/baseline/index.js';

/**
 * Refuses a database before 1.0.0: the baseline has replaced its next migrations (decisions no. 72). Changes nothing. A
 * database without recorded migrations is new.
 *
 * @throws OperatorError that names the next step
 */
export async function requireBaseline(client: ClientBase): Promise<void> {
  const { rowCount } = await client.query("select where to_regclass('public.schema_migrations') is not null");
  if (rowCount === 0) return;
  const { rows } = await client.query<{ isOlder: boolean | null }>(
    'select not bool_or(name = $1) as "isOlder" from public.schema_migrations',
    [BASELINE],
  );
  if (rows[0]?.isOlder !== true) return;
  throw new OperatorError(
    'The database is of a version before 1.0.0: install Lectern 1.0.0, run `npm run lectern -- migrate` with it, then ' +
      'start this version again.',
  );
}
