import type pg from 'pg';
import { openMail, type SealedMail } from '../../src/adapters/mail/mail-queue.js';
import { KEY } from '../support/service.js';

type Row = Readonly<Record<string, unknown>>;
/** The rows of each non-empty table, in an order that depends only on their values. */
export type Rows = Readonly<Record<string, readonly Row[]>>;

/** A snapshot of the stored data, for comparison and restore. */
export interface Snapshot {
  /** Whether every table is unchanged, except the last use of tokens and the rate limits. */
  isAsBefore(): Promise<boolean>;
  /** Restores all data, including the next ID of each table. */
  restore(): Promise<void>;
  /** Every row, and the queued messages, without random and time-dependent values. */
  read(): Promise<Rows>;
}

/** Requires a superuser: triggers and foreign keys must not run again. */
export async function takeSnapshot(pool: pg.Pool): Promise<Snapshot> {
  const tables = await tablesOf(pool);
  await pool.query(`create schema snapshot; ${tables.map(({ name }) => copyOf(name)).join(';')}`);
  const digests = [...tables.map(({ name }) => digestOf(name)), '(select count(*) from pgboss.job)'];
  const digest = `select concat_ws(' ', ${digests.join(', ')}) as digest`;
  const readDigest = async () => (await pool.query<{ digest: string }>(digest)).rows[0]?.digest;
  const before = await readDigest();
  const { rows: ends } = await pool.query<{ restart: string }>(
    `select format('select setval(%L, %s, %L)', schemaname || '.' || sequencename, coalesce(last_value, 1),
       last_value is not null) as restart from pg_sequences where schemaname = 'public'`,
  );
  const restoration = [
    'begin; set local session_replication_role = replica',
    ...tables.map(
      ({ name, columns }) =>
        `delete from ${name}; insert into ${name} (${columns}) select ${columns} from snapshot.${name}`,
    ),
    'delete from rate_limits; delete from pgboss.job',
    // No trigger has fired: services have cached another world.
    'insert into changes (event_id) values (0)',
    ...ends.map(({ restart }) => restart),
    'commit',
  ].join(';');
  const known = new Set(Object.values(await rowsOf(pool, tables)).flatMap((rows) => rows.flatMap(Object.values)));

  return {
    isAsBefore: async () => (await readDigest()) === before,
    restore: async () => {
      await pool.query(restoration);
    },
    read: async () => {
      const stored = await rowsOf(pool, [...tables, { name: 'rate_limits', columns: 'key, points' }]);
      const settled = Object.entries(stored).map(([name, rows]) => [name, rows.map((row) => settledRow(row, known))]);
      return { ...(Object.fromEntries(settled) as Record<string, Row[]>), mail: await lettersOf(pool) };
    },
  };
}

interface Table {
  readonly name: string;
  /** Columns that are not generated. */
  readonly columns: string;
}

async function tablesOf(pool: pg.Pool): Promise<Table[]> {
  const { rows } = await pool.query<Table>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
       and table_name not in ('rate_limits', 'changes', 'mikro_orm_migrations', 'languages', 'talk_types', 'event_log_epochs')
     group by table_name order by table_name`,
  );
  return rows;
}

const copyOf = (name: string) => `create table snapshot.${name} as table public.${name}`;
const digestOf = (name: string) =>
  `(select coalesce(md5(string_agg((to_jsonb(t) - 'last_used_at')::text, ',' order by t::text)), '-') from ${name} as t)`;

async function rowsOf(pool: pg.Pool, tables: readonly Table[]): Promise<Record<string, Row[]>> {
  const selected = tables.map(
    ({ name, columns }) => `select '${name}' as name, to_jsonb(t) as row from (select ${columns} from ${name}) as t`,
  );
  const { rows } = await pool.query<{ name: string; row: Row }>(
    `select * from (${selected.join(' union all ')}) as rows order by name, row::text`,
  );
  const stored: Record<string, Row[]> = {};
  for (const { name, row } of rows) (stored[name] ??= []).push(row);
  return stored;
}

const MOMENTS =
  /^(at|(changed|deleted|created|edited|decided|reviewed|claimed|assigned|last_login|confirmed|authorised|mailed|posted|replaced|disclosed)_at)$/;
const RANDOM =
  /^((token|confirmation|authorisation|cancellation)_hash(es)?|password_hash|consumer_key|consumer_secret_encrypted|stub|guid|epoch|transaction_id)$/;
const IMAGE_VERSION = /-[0-9a-f]{16}-/g;

/** A row without values that vary: those that did not exist in the world before. */
function settledRow(row: Row, known: ReadonlySet<unknown>): Row {
  const settled = Object.entries(row).map(([column, value]) => {
    if (value === null || known.has(value)) return [column, value];
    if (MOMENTS.test(column)) return [column, 'now'];
    if (column === 'expires_at' || column === 'verify_by')
      return [column, `in ${Math.round((Date.parse(String(value)) - Date.now()) / 60_000)} min`];
    if (RANDOM.test(column)) return [column, 'new'];
    return [column, JSON.parse(JSON.stringify(value).replace(IMAGE_VERSION, '-version-'))];
  });
  return Object.fromEntries(settled) as Row;
}

/** The queued messages in order, with normalized tokens in their links. */
async function lettersOf(pool: pg.Pool): Promise<Row[]> {
  const { rows } = await pool.query<{ data: SealedMail }>("select data from pgboss.job where name = 'mail'");
  const letters = rows.map(({ data }) => JSON.stringify(openMail(data, KEY)).replace(/token=[\w-]+/g, 'token=new'));
  return letters.sort().map((letter) => JSON.parse(letter) as Row);
}
