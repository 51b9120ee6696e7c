import pg from 'pg';

import { OperatorError } from '../../operator-error.js';
import { errorCode, hasCode } from './error-code.js';
import { ROLE } from './initdb.js';

/** Parts of a pg client configuration: `new pg.Pool({ ...connection })`. */
export interface EmbeddedConnection {
  /** absolute path of the socket's folder */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** The connection to Lectern's database on the server that listens in `host`. */
export function connectionTo(host: string, port: number): EmbeddedConnection {
  return { host, port, user: ROLE, database: ROLE };
}

/**
 * A client on the connection, not yet connected, that no PG* variable of the environment can lead astray. A lost
 * connection fails the query in flight, and `lost` learns of it too; unheard it would end the process.
 */
export function createClient(connection: EmbeddedConnection, lost: (error: Error) => void): pg.Client {
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: 2000 });
  client.on('error', lost);
  return client;
}

/** Runs the work on a connection of its own, which is closed afterwards. */
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
 * Whether the server accepts connections to Lectern's database, which is created when it is not there yet.
 * @throws OperatorError when the server answers, but will never let Lectern in
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
    // Class 57: starting, stopping or recovering. No SQLSTATE (five characters) at all: nobody listens yet.
    const code = errorCode(error);
    if (code === undefined || code.length !== 5 || code.startsWith('57') || code === 'EPIPE') return false;
    throw new OperatorError(
      `PostgreSQL in ${connection.host} refuses Lectern (${(error as Error).message}): set DATA_DIR to another folder.`,
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
    // Another service, starting at the same time, has created it: PostgreSQL notices early or late.
    if (!hasCode(error, '42P04', '23505')) throw error;
  }
}
