import mysql from 'mysql2/promise';
import type { RowDataPacket } from 'mysql2';
import type { ClientBase } from 'pg';
import { OperatorError } from '../../../../config/operator-error.js';
import { reference } from '../../values.js';

/** A row as returned by MySQL: times and decimals as strings, integers as numbers; columns may be missing. */
export type LegacyRow = Readonly<Record<string, string | number | null | undefined>>;

/** The legacy database, read in one consistent snapshot. */
export interface LegacySource {
  /** Host, port and database name without password: for messages, and to recognize the source on resume. */
  readonly name: string;
  /** The number of rows by table. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly query: (text: string, values?: readonly unknown[]) => Promise<LegacyRow[]>;
  /** Returns the next rows by integer key, at most `limit`. */
  readonly after: (table: string, key: string, last: number, limit: number) => Promise<LegacyRow[]>;
  /** The highest ID ever assigned, including those of deleted rows. */
  readonly highestId: (table: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Required tables; old databases may lack others. */
const needed = ['user', 'events', 'talks', 'talk_speaker', 'talk_comments', 'event_comments', 'user_admin'];

const CONNECT_MS = 10_000;

const explanations: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused: check host and port',
  ENOTFOUND: 'unknown host',
  ETIMEDOUT: 'timed out after 10 seconds',
  ER_ACCESS_DENIED_ERROR: 'access denied for this user and password',
  ER_DBACCESS_DENIED_ERROR: 'access denied to the database for this user',
  ER_BAD_DB_ERROR: 'unknown database',
};

/**
 * Connects to a legacy database (contract §5).
 *
 * @param address `mysql://user:password@host:port/database`
 * @throws OperatorError when it is unreachable, or not a legacy database
 */
export async function openLegacySource(address: string): Promise<LegacySource> {
  const url = readAddress(address);
  const name = `${url.hostname}:${url.port || '3306'}${url.pathname}`;
  const connection = await connect(url, name);
  try {
    // Read timestamp columns in UTC, whatever the time zone of the server.
    await connection.query("set session time_zone = '+00:00', session sql_mode = ''");
    await connection.query('start transaction with consistent snapshot, read only');
    return await read(connection, name);
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

function readAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^(mysql|mariadb):$/.test(url.protocol) || url.pathname.length < 2) {
    throw new OperatorError('--from must be an address such as mysql://user:password@127.0.0.1:3306/legacy.');
  }
  return url;
}

async function connect(url: URL, name: string): Promise<mysql.Connection> {
  try {
    return await mysql.createConnection({
      host: url.hostname,
      port: Number(url.port || 3306),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)),
      ...(url.searchParams.get('ssl') === 'true' && { ssl: {} }),
      charset: 'utf8mb4',
      dateStrings: true,
      supportBigNumbers: true,
      connectTimeout: CONNECT_MS,
    });
  } catch (error) {
    const code = String(Reflect.get(Object(error), 'code'));
    const why = explanations[code] ?? `not a response of a MySQL server (${code})`;
    throw new OperatorError(`The legacy database ${name} cannot be read: ${why}.`, { cause: error });
  }
}

async function read(connection: mysql.Connection, name: string): Promise<LegacySource> {
  const query = async (text: string, values: readonly unknown[] = []): Promise<LegacyRow[]> => {
    const [rows] = await connection.query<RowDataPacket[]>(text, [...values]).catch((error: unknown) => {
      if (!Reflect.get(Object(error), 'fatal')) throw error;
      throw new OperatorError(`Lost the connection to ${name}. Run the same command again to resume.`, {
        cause: error,
      });
    });
    return rows;
  };
  const tables = await query(
    `select table_name as name, auto_increment as next from information_schema.tables
      where table_schema = database() and table_type = 'BASE TABLE' order by table_name`,
  );
  const next = new Map(tables.map((table) => [String(table['name']), Number(table['next'] ?? 0)]));
  const missing = needed.filter((table) => !next.has(table));
  if (missing.length > 0) {
    throw new OperatorError(`${name} is not a legacy database: missing tables: ${missing.join(', ')}.`);
  }
  const sizes = new Map<string, number>();
  for (const table of next.keys()) {
    const [row] = await query('select count(*) as rows_there from ??', [table]);
    sizes.set(table, Number(row?.['rows_there']));
  }
  return {
    name,
    sizes,
    query,
    after: (table, key, last, limit) =>
      query('select * from ?? where ?? > ? order by ?? limit ?', [table, key, last, key, limit]),
    highestId: async (table) => {
      const key = table === 'event_images' || table.startsWith('oauth_') ? 'id' : 'ID';
      const [row] = await query('select coalesce(max(??), 0) as highest from ??', [key, table]);
      return Math.max(Number(row?.['highest']), (next.get(table) ?? 0) - 1);
    },
    close: () => connection.end(),
  };
}

/** The columns of imported rows that referencing rows need. */
interface KnownRows {
  readonly users: { readonly id: number; readonly name: string };
  readonly events: {
    readonly id: number;
    readonly startsAt: string;
    readonly timeZone: string;
    readonly tags: readonly string[];
  };
  readonly tracks: { readonly id: number; readonly eventId: number };
  readonly talks: { readonly id: number; readonly eventId: number; readonly startsAt: string };
  readonly talk_speakers: {
    readonly id: number;
    readonly eventId: number;
    readonly talkId: number;
    readonly userId: number | null;
  };
  readonly event_comments: { readonly id: number; readonly eventId: number };
  readonly talk_comments: { readonly id: number; readonly eventId: number };
}

type KnownTable = keyof KnownRows;
/** Maps a table to the columns of a legacy row that reference it. */
export type Refers = Readonly<Partial<Record<KnownTable, readonly string[]>>>;
/** The rows that a batch references, by ID. A missing row does not exist or was skipped. */
export type Known<References extends Refers> = {
  readonly [Table in keyof References & KnownTable]: ReadonlyMap<number | null, KnownRows[Table]>;
};

const UTC = `at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'`;
const selected: Readonly<Record<KnownTable, string>> = {
  users: `coalesce(nullif(trim(full_name), ''), username) as name`,
  events: `to_char(starts_at ${UTC}) as "startsAt", time_zone as "timeZone", tags`,
  tracks: 'event_id::float8 as "eventId"',
  talks: `event_id::float8 as "eventId", to_char(starts_at ${UTC}) as "startsAt"`,
  talk_speakers: 'event_id::float8 as "eventId", talk_id::float8 as "talkId", user_id::float8 as "userId"',
  event_comments: 'event_id::float8 as "eventId"',
  talk_comments: 'event_id::float8 as "eventId"',
};

/** Looks up the rows that a batch references, with one statement per table. */
export async function lookUp<References extends Refers>(
  client: ClientBase,
  refers: References,
  rows: readonly LegacyRow[],
): Promise<Known<References>> {
  const known: Record<string, ReadonlyMap<number | null, unknown>> = {};
  for (const [table, columns] of Object.entries(refers)) {
    const ids = new Set(rows.flatMap((row) => columns.map((column) => reference(row[column]))));
    const { rows: found } = await client.query<{ id: number }>(
      `select id::float8 as id, ${selected[table as KnownTable]} from ${table} where id = any($1::bigint[])`,
      [[...ids].filter((id) => id !== null)],
    );
    known[table] = new Map(found.map((row) => [row.id, row]));
  }
  return known as Known<References>;
}
