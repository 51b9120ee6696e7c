import pg from 'pg';
import { OperatorError } from '../../config/operator-error.js';
import { errorCode, hasCode } from './error-code.js';
import { ROLE } from './create-cluster.js';

/** Part of a `pg` client configuration: `new pg.Pool({ ...connection })`. */
export interface EmbeddedConnection {
  /** absolute path of the directory of the socket */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** Connection to the database of Lectern on the server that listens in `host`. */
export function connectionTo(host: string, port: number): EmbeddedConnection {
  return { host, port, user: ROLE, database: ROLE };
}

/**
 * Creates a client, not yet connected, that ignores PG* environment variables. A lost connection rejects the query in
 * flight and calls `lost`; without a listener, the event would end the process.
 */
export function createClient(connection: EmbeddedConnection, onLost: (error: Error) => void): pg.Client {
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: 2000 });
  client.on('error', onLost);
  return client;
}

/** Runs the work on a dedicated connection, which is closed afterwards. */
export async function withClient<Result>(
  connection: EmbeddedConnection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  let lost: Error | undefined;
  const client = createClient(connection, (error) => (lost = error));
  try {
    await client.connect();
    const result = await work(client);
    if (lost !== undefined) throw lost;
    return result;
  } finally {
    await client.end();
  }
}

/**
 * Whether the server accepts connections to Lectern's database, which is created if missing.
 * @throws OperatorError if the server responds, but will never accept Lectern
 */
export async function isReady(connection: EmbeddedConnection): Promise<boolean> {
  try {
    await withClient(connection, async (client) => client.query('SELECT 1'));
    return true;
  } catch (error) {
    if (hasCode(error, '3D000')) {
      await createDatabase(connection);
      return true;
    }
    if (hasCode(error, '53300')) return true; // all its connections are in use: it is up
    // Class 57: starting, stopping or recovering. No SQLSTATE (five characters) at all: no server listens yet.
    const code = errorCode(error);
    if (code === undefined || code.length !== 5 || code.startsWith('57') || code === 'EPIPE') return false;
    throw new OperatorError(
      `PostgreSQL in ${connection.host} rejects Lectern (${(error as Error).message}): set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

async function createDatabase(connection: EmbeddedConnection): Promise<void> {
  try {
    await withClient({ ...connection, database: 'postgres' }, (client) =>
      client.query(`CREATE DATABASE "${connection.database}"`),
    );
  } catch (error) {
    // A service that starts concurrently has created it: 42P04 if detected early, 23505 if detected late.
    if (!hasCode(error, '42P04', '23505')) throw error;
  }
}
