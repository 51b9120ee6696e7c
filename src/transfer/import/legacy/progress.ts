import type { ClientBase } from 'pg';
import { RANDOM_IDS } from '../../../core/comment/hidden-name.js';
import { OperatorError } from '../../../config/operator-error.js';
import { Ledger, type TableReport } from '../report.js';
import { storeReference, type Reference } from './source/reference.js';
import type { LegacySource } from './source/source.js';
import { sequences } from './steps/index.js';

/** The progress of an import, committed together with its rows, so that it can resume after any interruption. */

/**
 * Starts an import into an empty database, or finds the one in progress from the same source.
 *
 * @returns whether it has already finished
 * @throws OperatorError when the database has other data, or an import from another source
 */
export async function beginImport(client: ClientBase, source: LegacySource, reference: Reference): Promise<boolean> {
  const { rows } = await client.query<{ source: string; finished: boolean }>(
    'select source, finished_at is not null as finished from legacy_import',
  );
  const [previous] = rows;
  if (previous && previous.source !== source.name) {
    throw new OperatorError(
      `This database contains an import of ${previous.source}: specify that source with --from, or use an empty database.`,
    );
  }
  if (previous) return previous.finished;
  await requireEmpty(client);
  await client.query('insert into legacy_import (source) values ($1)', [source.name]);
  await storeReference(client, reference);
  for (const [table, ours] of Object.entries(sequences)) {
    if (!source.sizes.has(table)) continue;
    // Advance the sequences first, so that rows of a running service get other IDs.
    await client.query(
      `select setval(pg_get_serial_sequence($1, 'id'), greatest($2::bigint, (select max(id) from ${ours} where id < $3), 1))`,
      [ours, await source.highestId(table), RANDOM_IDS.from],
    );
  }
  return false;
}

async function requireEmpty(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ users: number; events: number }>(
    'select (select count(*)::int from users) as users, (select count(*)::int from events) as events',
  );
  const { users = 0, events = 0 } = rows[0] ?? {};
  if (users === 0 && events === 0) return;
  throw new OperatorError(
    `The database is not empty: it has ${users} users and ${events} events. Nothing was changed. ` +
      'Import into a new one: set DATABASE_URL, or DATA_DIR to a new folder.',
  );
}

/** The progress of a step. */
export interface StepProgress {
  /** The key of the last row read. */
  readonly last: number;
  readonly ledger: Ledger;
}

export async function readStep(client: ClientBase, name: string): Promise<StepProgress> {
  const { rows } = await client.query<Omit<TableReport, 'table' | 'imported'> & { last: number }>(
    `select last_key::float8 as last, read::float8 as read, repaired::float8 as repaired, skipped::float8 as skipped, reasons
      from legacy_import_steps where name = $1`,
    [name],
  );
  const [row] = rows;
  return { last: row?.last ?? Number.MIN_SAFE_INTEGER, ledger: new Ledger(row) };
}

export async function writeStep(client: ClientBase, name: string, { last, ledger }: StepProgress): Promise<void> {
  const { read, repaired, skipped, reasons } = ledger.report(name);
  await client.query(
    `insert into legacy_import_steps (name, last_key, read, repaired, skipped, reasons) values ($1, $2, $3, $4, $5, $6)
      on conflict (name) do update set last_key = excluded.last_key, read = excluded.read, repaired = excluded.repaired,
        skipped = excluded.skipped, reasons = excluded.reasons`,
    [name, last, read, repaired, skipped, JSON.stringify(reasons)],
  );
}

export async function finishImport(client: ClientBase): Promise<void> {
  await client.query('update legacy_import set finished_at = now() where finished_at is null');
}
