import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { ClientBase } from 'pg';
import { isImageName, type ImageStore } from '../../adapters/storage/image-store.js';
import { OperatorError } from '../../config/operator-error.js';
import { countersOf } from '../../core/common/counters.js';
import { batchesOf } from './batches.js';
import {
  beginning,
  type ExportHeader,
  type ExportedTable,
  nothingWithoutSecret,
  secretColumns,
  storedTables,
  type StoredTable,
} from './format.js';

/** Options of an export. */
export interface WantedExport {
  /** Must not be in a transaction. */
  readonly client: ClientBase;
  /** Includes password hashes, tokens and the encrypted secrets of applications. */
  readonly withSecrets: boolean;
  /** Null: no images. */
  readonly images: ImageFiles | null;
  /** Called with the number of rows written, the total, and the table of the next rows. */
  readonly progress: (done: number, total: number, table: string) => void;
}

/**
 * Streams a consistent snapshot of all data as the lines of an export, while others read and write. Omits counters and
 * other derived data. Memory use is bounded by one batch of rows.
 */
export async function* exportText(options: WantedExport): AsyncGenerator<string> {
  const { client, withSecrets, images, progress } = options;
  await client.query('begin transaction isolation level repeatable read, read only');
  try {
    await client.query("set local timezone = 'UTC'; set local extra_float_digits = 1");
    const exported = (await storedTables(client))
      .filter(({ name }) => withSecrets || !nothingWithoutSecret.includes(name))
      .map((table) => ({ ...table, columns: columnsOf(table, withSecrets) }));
    const tables: ExportedTable[] = [];
    for (const table of exported) tables.push(await measured(client, table));
    const names = images ? await images.existing(await imageNames(client)) : [];
    yield line({
      ...beginning,
      schema: await schemaOf(client),
      exportedAt: new Date().toISOString(),
      withSecrets,
      tables,
      images: names.length,
    } satisfies ExportHeader);
    const total = tables.reduce((sum, { rows }) => sum + rows, 0);
    let done = 0;
    for (const table of exported) {
      progress(done, total, table.name);
      for await (const lines of linesOf(client, table)) {
        yield `${lines.join('\n')}\n`;
        progress((done += lines.length), total, table.name);
      }
    }
    if (images) for (const image of names) yield line({ image, bytes: await images.read(image) });
  } finally {
    await client.query('rollback');
  }
}

const line = (content: object): string => `${JSON.stringify(content)}\n`;

function columnsOf({ name, columns }: StoredTable, withSecrets: boolean): string[] {
  const counters = countersOf(name);
  const secrets = withSecrets ? [] : (secretColumns[name] ?? []);
  return columns.filter((column) => !secrets.includes(column) && !counters.includes(column));
}

async function measured(client: ClientBase, { name, columns, sequence }: StoredTable): Promise<ExportedTable> {
  const { rows } = await client.query<{ rows: number; lastId: number | null }>(
    `select count(*)::float8 as rows, pg_sequence_last_value($1::text::regclass)::float8 as "lastId" from ${name}`,
    [sequence],
  );
  return { table: name, columns: [...columns], rows: rows[0]?.rows ?? 0, lastId: rows[0]?.lastId ?? null };
}

async function* linesOf(client: ClientBase, { name, columns, key }: StoredTable): AsyncGenerator<string[]> {
  const row = `select ${columns.join(', ')} from ${name} order by ${key.join(', ')}`;
  const lines = `select '{"table":"${name}","row":' || row_to_json(r)::text || '}' as line from (${row}) r`;
  for await (const batch of batchesOf<{ line: string }>(client, lines)) yield batch.map(({ line }) => line);
}

/** Includes images on other servers; the caller filters those of the image store. */
async function imageNames(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct i ->> 'location' as name from events e, jsonb_array_elements(e.images) as i order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The latest applied migration. */
export async function schemaOf(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by id desc limit 1');
  return rows[0]?.name ?? '';
}

/** Read access to the files of the image store. */
export interface ImageFiles {
  /** Filters the names of files that exist in the store. */
  readonly existing: (names: readonly string[]) => Promise<string[]>;
  /** Returns the bytes as base64. @throws OperatorError when the file was replaced since `existing` */
  readonly read: (name: string) => Promise<string>;
}

const CONCURRENCY = 16;

export function imageFilesOf(store: Pick<ImageStore, 'open' | 'stat'>): ImageFiles {
  return {
    async existing(names) {
      const files = await pLimit(CONCURRENCY).map(names.filter(isImageName), (name) => store.stat(name));
      return files.flatMap((file) => (file ? [file.name] : []));
    },
    async read(name) {
      const file = await store.open(name);
      if (file) return (await buffer(file.body)).toString('base64');
      throw new OperatorError(`The image ${name} was replaced during the export: run the export again.`);
    },
  };
}
