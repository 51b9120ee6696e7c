import type { ClientBase } from 'pg';
import { inBulk } from '../../database/demo-data/in-bulk.js';
import { inTransaction } from '../../database/in-transaction.js';
import { referenceTables } from '../../exports/moved-tables.js';
import type { ImageStore } from '../../storage/image-store.js';
import { applicationSecrets } from './application-secrets.js';
import { requireEmpty, tablesHere } from './check-tables.js';
import { linesOf, type Line } from './lines.js';
import { loadRows } from './load-rows.js';
import { readHeader } from './read-line.js';

/** What an operator asks for. */
export interface JsonlImport {
  readonly input: AsyncIterable<Uint8Array>;
  /** Not in a transaction. */
  readonly client: ClientBase;
  /** 32 bytes: that of the service. */
  readonly secretKey: Buffer;
  readonly images: Pick<ImageStore, 'put'>;
  /** Is told how many of all rows are in, and what is being done. */
  readonly progress: (done: number, total: number, what: string) => void;
}

/** What came of it. */
export interface JsonlReport {
  readonly tables: readonly { readonly table: string; readonly rows: number }[];
  readonly images: number;
  /** How many applications have got a new secret, because the export has none. */
  readonly newSecrets: number;
  readonly withSecrets: boolean;
}

/**
 * Brings what `export` has written into an empty database, all or nothing. Ids stay, and are not given anew; counters and
 * the lists of events are made from the rows.
 *
 * @throws OperatorError when it is no such export, the database is not empty, or a line is wrong
 */
export async function importJsonl(wanted: JsonlImport): Promise<JsonlReport> {
  const lines = linesOf(wanted.input);
  try {
    return await importLines(wanted, lines);
  } finally {
    // Where not all has been read, whoever writes need not wait for us.
    await lines.return(undefined);
  }
}

async function importLines(wanted: JsonlImport, lines: AsyncGenerator<Line, undefined>): Promise<JsonlReport> {
  const { client, images, progress } = wanted;
  const header = readHeader((await lines.next()).value);
  const tables = await tablesHere(client, header);
  const total = header.tables.reduce((sum, { rows }) => sum + rows, 0);
  const secrets = applicationSecrets(wanted.secretKey);
  const tell = (done: number, what: string) => progress(done, total, what);
  await requireEmpty(client);
  const load = async (): Promise<void> => {
    // Nobody else writes to them now: what another import has brought meanwhile is seen.
    await requireEmpty(client);
    for (const table of referenceTables) await client.query(`delete from ${table}`);
    await loadRows({ client, images, header, secrets, lines, progress: tell });
    secrets.check();
    for (const [place, { table, lastId }] of header.tables.entries()) {
      const sequence = tables[place]?.sequence;
      if (sequence) await setSequence(client, sequence, table, lastId);
    }
  };
  await inTransaction(client, () => inBulk(client, load, (what) => tell(total, what)));
  return {
    tables: header.tables.map(({ table, rows }) => ({ table, rows })),
    images: header.images,
    newSecrets: secrets.made(),
    withSecrets: header.withSecrets,
  };
}

/** The ids of rows that are gone are not given anew either: somebody may have kept their addresses. */
async function setSequence(client: ClientBase, sequence: string, table: string, lastId: number | null): Promise<void> {
  await client.query(
    `select setval($1, last) from (select greatest($2::bigint, (select max(id) from ${table})) as last) l
      where last is not null`,
    [sequence, lastId],
  );
}
