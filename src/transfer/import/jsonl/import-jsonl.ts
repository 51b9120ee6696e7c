import type { ClientBase } from 'pg';
import { RANDOM_IDS } from '../../../core/comment/hidden-name.js';
import { bulkLoad } from '../../../core/bulk/bulk-load.js';
import { judgeAuthors } from '../../../core/bulk/judge-authors.js';
import { withTransaction } from '../../../database/sql/transaction.js';
import type { ImageStore } from '../../../adapters/storage/image-store.js';
import { isTimeZone } from '../../../core/date/zone-name.js';
import { renameZones } from '../../../database/migrations/20261212-zone-names.js';
import { BASELINE } from '../../../database/migrations/baseline/index.js';
import { migrations } from '../../../database/migrations/index.generated.js';
import { OperatorError } from '../../../config/operator-error.js';
import { referenceTables, storedTables, type StoredTable, type ExportHeader } from '../../export/format.js';
import { applicationSecrets, loadRows } from './load-rows.js';
import { linesOf, type Line, readHeader } from './lines.js';

/** Options of a JSON Lines import. */
export interface JsonlImport {
  readonly input: AsyncIterable<Uint8Array>;
  /** Must not be in a transaction. */
  readonly client: ClientBase;
  /** 32 bytes: the key of the service. */
  readonly secretKey: Buffer;
  readonly images: Pick<ImageStore, 'put'>;
  /** Called with the number of imported rows, the total, and the current task. */
  readonly progress: (done: number, total: number, what: string) => void;
}

/** The result of an import. */
export interface JsonlReport {
  readonly tables: readonly { readonly table: string; readonly rows: number }[];
  readonly images: number;
  /** Applications with a new secret, because the export has none. */
  readonly newSecrets: number;
  readonly withSecrets: boolean;
}

/**
 * Imports the output of `export` into an empty database, atomically. Preserves IDs and advances the sequences beyond
 * them; recomputes counters and derived tables.
 *
 * @throws OperatorError when the input is not an export, the database is not empty, or a line is invalid
 */
export async function importJsonl(options: JsonlImport): Promise<JsonlReport> {
  const lines = linesOf(options.input);
  try {
    return await importLines(options, lines);
  } finally {
    // Closes the input after an error, so that a writing process does not block on the pipe.
    await lines.return(undefined);
  }
}

async function importLines(options: JsonlImport, lines: AsyncGenerator<Line, undefined>): Promise<JsonlReport> {
  const { client, images, progress } = options;
  const header = readHeader((await lines.next()).value);
  const tables = await tablesHere(client, header);
  const total = header.tables.reduce((sum, { rows }) => sum + rows, 0);
  const secrets = applicationSecrets(options.secretKey);
  const report = (done: number, what: string) => progress(done, total, what);
  await requireEmpty(client);
  const load = async (): Promise<void> => {
    // Check again under the lock: a concurrent import may have committed since.
    await requireEmpty(client);
    for (const table of referenceTables) await client.query(`delete from ${table}`);
    await loadRows({ client, images, header, secrets, lines, progress: report });
    await nameZones(client);
    if (!hasJudgedAuthors(header)) await judgeAuthors(client, '0');
    secrets.check();
    for (const [place, { table, lastId }] of header.tables.entries()) {
      const sequence = tables[place]?.sequence;
      if (sequence) await setSequence(client, sequence, table, lastId);
    }
  };
  await withTransaction(client, () => bulkLoad(client, load, (what) => report(total, what)));
  return {
    tables: header.tables.map(({ table, rows }) => ({ table, rows })),
    images: header.images,
    newSecrets: secrets.made(),
    withSecrets: header.withSecrets,
  };
}

/** Exports of 1.0.0 do not contain whose ratings count. */
const hasJudgedAuthors = ({ tables }: ExportHeader): boolean =>
  tables.some(({ columns }) => columns.includes('author_counts'));

/** Exports of 1.0.0 may contain time zones that IANA does not have. @throws OperatorError for any other unknown one */
async function nameZones(client: ClientBase): Promise<void> {
  await client.query(renameZones);
  const { rows } = await client.query<{ id: string; zone: string }>(
    'select min(id) as id, time_zone as zone from events group by time_zone',
  );
  const unknown = rows.find(({ zone }) => !isTimeZone(zone));
  if (!unknown) return;
  throw new OperatorError(
    `Event ${unknown.id}: ${unknown.zone} is not a time zone of the IANA database. Nothing was changed.`,
  );
}

/**
 * IDs of deleted rows are not reused either, because their URLs may have been shared. Random IDs of comments with hidden
 * names do not belong to a sequence.
 */
async function setSequence(client: ClientBase, sequence: string, table: string, lastId: number | null): Promise<void> {
  await client.query(
    `select setval($1, last) from (select greatest($2::bigint, (select max(id) from ${table} where id < $3)) as last) l
      where last is not null`,
    [sequence, lastId, RANDOM_IDS.from],
  );
}

/**
 * Resolves the exported tables against the local schema.
 *
 * @throws OperatorError when the schema is newer than this version or before 1.0.0, or a table or column does not exist here
 */
async function tablesHere(client: ClientBase, { schema, tables }: ExportHeader): Promise<StoredTable[]> {
  // The names of migrations begin with their dates.
  if (schema < BASELINE) {
    throw new OperatorError(
      `The export has the schema ${schema}, of a version of Lectern before 1.0.0: import it with 1.0.0, and export it again.`,
    );
  }
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
async function requireEmpty(client: ClientBase): Promise<void> {
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
