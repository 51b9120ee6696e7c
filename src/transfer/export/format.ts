import type { ClientBase } from 'pg';
import * as z from 'zod';
import { isImageName } from '../../adapters/storage/image-store.js';
import { entities } from '../../database/entities/index.js';

/*
 * An export is JSON Lines: a header, then a line per row, table by table, then a line per image. The header holds their
 * counts, so that a truncated file is detected.
 */

/** Incremented when the meaning of a line changes. */
const VERSION = 1;

const count = z.int().min(0);

export const exportHeader = z.object({
  format: z.literal('lectern-export'),
  version: z.literal(VERSION),
  /** The name of the latest migration. */
  schema: z.string(),
  exportedAt: z.iso.datetime(),
  withSecrets: z.boolean(),
  /** In the order of their rows. `lastId`: the highest ID ever assigned, including those of deleted rows. */
  tables: z.array(z.object({ table: z.string(), columns: z.array(z.string()), rows: count, lastId: count.nullable() })),
  images: count,
});
export type ExportHeader = z.infer<typeof exportHeader>;
export type ExportedTable = ExportHeader['tables'][number];

/** The constant members of the header. */
export const beginning = { format: 'lectern-export', version: VERSION } as const;

/** A row as serialized by PostgreSQL's row_to_json: times are ISO 8601 in UTC. */
export const exportedRow = z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) });
/** An image with the file name that events refer to, and its bytes as base64. */
export const exportedImage = z.object({ image: z.string().refine(isImageName), bytes: z.base64() });

/** Tables without an entity, accessed by plain statements. */
const besideEntities = [
  'event_imports',
  'legacy_import',
  'legacy_import_steps',
  'route_uses',
  'talk_origins',
  'refresh_tokens',
  'feedback_notices',
  'pending_feedback',
  'comment_versions',
  'author_disclosures',
  'shared_feedback',
  'room_guids',
  'schedule_columns',
];

/** The exported tables. */
export const movedTables: readonly string[] = [...entities.map(({ tableName }) => tableName), ...besideEntities];

/** The tables not exported, and why. A test requires every table to be in one of the two lists. */
export const leftBehind: Readonly<Record<string, string>> = {
  schema_migrations: 'the export header names the schema',
  rate_limits: 'short-lived counters under hashes that depend on the key',
  idempotency_keys: 'responses for retries within a day',
  secret_key_check: 'the key of one deployment',
  leases: 'processes of one deployment',
  account_exports: 'links that are valid for a day',
  authorization_codes: 'codes that are valid for a minute',
  changes: 'transaction IDs of one server',
  event_log: 'transaction IDs of one server',
  event_log_epochs: 'transaction IDs of one server',
  event_log_end: 'transaction IDs of one server',
  plain_cursors: 'transaction IDs of one server',
  webhooks: 'positions in the log of one server, and receivers that expect one sender',
  webhook_deliveries: 'messages of one server',
  webhook_allowances: 'short-lived counters of one server',
  webhook_position: 'transaction IDs of one server',
  webhook_backlogs: 'transaction IDs of one server',
  timelines: 'timelines of one server',
  waiting_counts: 'counters are recounted',
  event_heat: 'derived from the events',
  event_search: 'derived from the events',
  event_counts: 'derived from the events',
  event_tags: 'derived from the events',
};

/** Secret columns by table: hashes of credentials, and secrets encrypted with the key of the deployment. */
export const secretColumns: Readonly<Record<string, readonly string[]>> = {
  users: ['password_hash'],
  applications: ['consumer_secret_encrypted'],
  access_tokens: ['token_hash'],
  refresh_tokens: ['token_hash'],
  account_tokens: ['token_hash'],
  email_changes: ['confirmation_hash', 'authorisation_hash', 'cancellation_hashes'],
  personal_calendars: ['secret_hash'],
  shared_feedback: ['secret_hash'],
};

/** Tables whose rows are useless without their secret. */
export const nothingWithoutSecret: readonly string[] = [
  ...['access_tokens', 'account_tokens', 'email_changes', 'grants', 'personal_calendars', 'refresh_tokens'],
];

/** Tables that migrations fill in every database. */
export const referenceTables: readonly string[] = ['talk_types', 'languages'];

/** A table as described by the catalog. Names are quoted for SQL. */
export interface StoredTable {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly string[];
  /** The columns that order the rows uniquely. */
  readonly key: readonly string[];
  /** The sequence of its IDs; null if it has none. */
  readonly sequence: string | null;
  /** The tables that its foreign keys reference. */
  readonly refersTo: readonly string[];
}

/** The exported tables, sorted so that referenced tables precede referencing ones. */
export async function storedTables(client: ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(DESCRIBED, [movedTables]);
  return parentsFirst(rows);
}

/** Uses the primary key, otherwise a unique index. */
const DESCRIBED = `
  select c.relname::text as name,
    array(select quote_ident(a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
    array(select quote_ident(a.attname) from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indexrelid = (select indexrelid from pg_index where indrelid = c.oid and indisunique and indexprs is null
        order by indisprimary desc, indexrelid limit 1) order by k.place) as key,
    (select pg_get_serial_sequence(c.relname, a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attidentity <> '') as sequence,
    array(select distinct p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f' and p.oid <> c.oid) as "refersTo"
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
  order by c.relname`;

function parentsFirst(tables: readonly StoredTable[]): StoredTable[] {
  const rest = new Map(tables.map((table) => [table.name, table]));
  const sorted: StoredTable[] = [];
  while (rest.size > 0) {
    const next = [...rest.values()].find(({ refersTo }) => !refersTo.some((name) => rest.has(name)));
    if (!next) throw new Error(`Tables reference each other in a cycle: ${[...rest.keys()].join(', ')}`);
    rest.delete(next.name);
    sorted.push(next);
  }
  return sorted;
}
