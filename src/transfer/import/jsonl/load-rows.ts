import pg, { type ClientBase } from 'pg';
import type { ImageStore } from '../../../adapters/storage/image-store.js';
import { OperatorError } from '../../../config/operator-error.js';
import { newCredentials, sealedCredentials } from '../../../core/application/client-credentials.js';
import { canUnseal } from '../../../core/common/secret-box.js';
import type { ExportHeader } from '../../export/format.js';
import { insertJson } from '../../../database/insert-batch.js';
import { batchesOf, type Batch, type Line } from './lines.js';

interface Load {
  /** In a transaction, with the counter triggers disabled. */
  readonly client: ClientBase;
  readonly images: Pick<ImageStore, 'put'>;
  readonly header: ExportHeader;
  readonly secrets: ApplicationSecrets;
  /** The lines after the header. */
  readonly lines: AsyncIterable<Line>;
  readonly progress: (done: number, table: string) => void;
}

/** The key of images among the counts. */
const IMAGES = 'images';

/**
 * Inserts all rows and stores all images.
 *
 * @throws OperatorError when a line is invalid, or the counts differ from the header
 */
export async function loadRows({ client, images, header, secrets, lines, progress }: Load): Promise<void> {
  const expected = new Map(header.tables.map(({ table, rows }) => [`rows of ${table}`, rows]));
  expected.set(IMAGES, header.images);
  const found = new Map<string, number>();
  const count = (what: string, more: number) => found.set(what, (found.get(what) ?? 0) + more);
  let done = 0;
  for await (const one of batchesOf(lines)) {
    if ('image' in one) {
      await images.put(one.image, Buffer.from(one.bytes, 'base64'));
      count(IMAGES, 1);
      continue;
    }
    const columns = header.tables.find(({ table }) => table === one.table)?.columns;
    requireColumns(one, columns);
    await insert(client, one.table === 'applications' ? secrets.complete(one, columns) : one);
    count(`rows of ${one.table}`, one.rows.length);
    progress((done += one.rows.length), one.table);
  }
  const wrong = [...expected].filter(([what, rows]) => rows !== (found.get(what) ?? 0));
  if (wrong.length === 0) return;
  const differences = wrong.map(([what, rows]) => `${found.get(what) ?? 0} of ${rows} ${what}`).join(', ');
  throw new OperatorError(`The export is truncated or modified: it contains ${differences}. Nothing was changed.`);
}

function requireColumns({ table, rows, first, last }: Batch, columns?: readonly string[]): asserts columns {
  const fits = (row: Batch['rows'][number]) =>
    Object.keys(row).length === columns?.length && columns.every((column) => column in row);
  if (rows.every(fits)) return;
  throw new OperatorError(
    `Lines ${first} to ${last}: the columns of ${table} do not match the header. Nothing was changed.`,
  );
}

/** Parses the JSON in PostgreSQL, which wrote it: times, arrays and numerics round-trip exactly. */
async function insert(client: ClientBase, { table, rows, first, last }: Batch): Promise<void> {
  try {
    await insertJson(client, table, rows);
  } catch (cause) {
    // SQLSTATE classes 22 and 23: invalid data or a constraint violation.
    if (!(cause instanceof pg.DatabaseError) || !/^2[23]/.test(cause.code ?? '')) throw cause;
    throw new OperatorError(`Lines ${first} to ${last}: ${cause.message}. Nothing was changed.`, { cause });
  }
}

const COLUMN = 'consumer_secret_encrypted';

/** Handles the secrets of applications, which depend on the key of the deployment. */
interface ApplicationSecrets {
  /** Adds the secrets to application rows: their own, or new ones if the export has none. */
  readonly complete: (batch: Batch, columns: readonly string[]) => Batch;
  /** The number of new secrets. */
  readonly made: () => number;
  /** @throws OperatorError when none of the exported secrets can be decrypted */
  readonly check: () => void;
}

/** @param key 32 bytes, derived from `SECRET_KEY` */
export function applicationSecrets(key: Buffer): ApplicationSecrets {
  let [made, opened, closed] = [0, 0, 0];
  return {
    complete(batch, columns) {
      if (columns.includes(COLUMN)) {
        const good = batch.rows.filter((row) => canUnseal(String(row[COLUMN]), key)).length;
        opened += good;
        closed += batch.rows.length - good;
        return batch;
      }
      made += batch.rows.length;
      const newSecret = () => sealedCredentials(newCredentials(), key).consumerSecretEncrypted;
      return {
        ...batch,
        rows: batch.rows.map((row) => ({ ...row, [COLUMN]: newSecret() })),
      };
    },
    made: () => made,
    check() {
      if (closed === 0 || opened > 0) return;
      throw new OperatorError(
        'Application secrets are encrypted with another SECRET_KEY: import with the key of the deployment that made ' +
          'the export. Nothing was changed.',
      );
    },
  };
}
