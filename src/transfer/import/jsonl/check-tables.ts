import type { ClientBase } from 'pg';
import { migrations } from '../../../database/migrations/index.js';
import type { ExportHeader } from '../../export/header.js';
import { referenceTables } from '../../export/moved-tables.js';
import { storedTables, type StoredTable } from '../../export/stored-table.js';
import { OperatorError } from '../../../config/operator-error.js';

/**
 * Resolves the exported tables against the local schema.
 *
 * @throws OperatorError when the schema is newer than this version, or a table or column does not exist here
 */
export async function tablesHere(client: ClientBase, { schema, tables }: ExportHeader): Promise<StoredTable[]> {
  if (!migrations.some(({ name }) => name === schema)) {
    throw new OperatorError(
      `The export has the schema ${schema}, of a newer version of Lectern: import it with that version.`,
    );
  }
  const here = new Map((await storedTables(client)).map((table) => [table.name, table]));
  return tables.map(({ table, columns }) => {
    const known = here.get(table);
    const foreign = columns.filter((column) => !known?.columns.includes(column));
    if (known && foreign.length === 0) return known;
    const what = known ? `the column ${foreign[0]} of ${table}` : `the table ${table}`;
    throw new OperatorError(
      `The export has ${what}, which does not exist here: import it with the version of Lectern that made it, then upgrade.`,
    );
  });
}

/** @throws OperatorError when a table other than the reference tables has rows */
export async function requireEmpty(client: ClientBase): Promise<void> {
  for (const { name } of await storedTables(client)) {
    if (referenceTables.includes(name)) continue;
    const { rows } = await client.query(`select from ${name} limit 1`);
    if (rows.length === 0) continue;
    throw new OperatorError(
      `The database is not empty: ${name} has rows. Nothing was changed. ` +
        'Import into a new one: set DATABASE_URL, or DATA_DIR to a new folder.',
    );
  }
}
