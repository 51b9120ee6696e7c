import type { ClientBase } from 'pg';
import { migrations } from '../../database/migrations/index.js';
import type { ExportHeader } from '../../exports/header.js';
import { referenceTables } from '../../exports/moved-tables.js';
import { storedTables, type StoredTable } from '../../exports/stored-table.js';
import { OperatorError } from '../../operator-error.js';

/**
 * The tables of the export as they are here.
 *
 * @throws OperatorError when the export is of a schema that this version does not know, or has what is not here
 */
export async function tablesHere(client: ClientBase, { schema, tables }: ExportHeader): Promise<StoredTable[]> {
  if (!migrations.some(({ name }) => name === schema)) {
    throw new OperatorError(
      `The export has the schema ${schema}, of a newer version of Lectern: import it with that one.`,
    );
  }
  const here = new Map((await storedTables(client)).map((table) => [table.name, table]));
  return tables.map(({ table, columns }) => {
    const known = here.get(table);
    const foreign = columns.filter((column) => !known?.columns.includes(column));
    if (known && foreign.length === 0) return known;
    const what = known ? `the column ${foreign[0]} of ${table}` : `the table ${table}`;
    throw new OperatorError(
      `The export has ${what}, which is not here: import it with the version of Lectern that made it, then upgrade.`,
    );
  });
}

/** @throws OperatorError when there is anything but what every database has from the beginning */
export async function requireEmpty(client: ClientBase): Promise<void> {
  for (const { name } of await storedTables(client)) {
    if (referenceTables.includes(name)) continue;
    const { rows } = await client.query(`select from ${name} limit 1`);
    if (rows.length === 0) continue;
    throw new OperatorError(
      `The database is not empty: there are rows in ${name}. Nothing was changed. ` +
        'Import into a new one: set DATABASE_URL, or DATA_DIR to a new folder.',
    );
  }
}
