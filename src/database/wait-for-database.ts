import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError } from '../config/operator-error.js';
import { pgConfig } from './orm.js';
import { hostAndDatabase, readOnlyError } from './schema-errors.js';
import { isUnavailable } from './sql-state.js';

const PAUSE_MS = 500;
const MIN_VERSION = 150_000;
const STANDBY = 'it is a standby, which accepts no writes';

/** The variables that hold a PostgreSQL URL. */
type AddressVariable = 'DATABASE_URL' | 'DATABASE_DIRECT_URL';

/**
 * Polls until the server accepts connections, and logs once that it waits.
 *
 * @param variable that contains the URL
 * @param signal aborts waiting
 * @throws OperatorError if it does not respond in time, rejects the login, is read-only or older than PostgreSQL 15
 */
export async function waitForDatabase(
  url: string,
  variable: AddressVariable,
  seconds: number,
  log: (sentence: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const server = hostAndDatabase({ url });
  const deadline = Date.now() + seconds * 1000;
  for (let isLogged = false; ;) {
    signal?.throwIfAborted();
    const error = await attempt(url);
    if (!error) return;
    if (error instanceof OperatorError) throw error;
    const { message } = error;
    if (message !== STANDBY && !isUnavailable(error)) {
      throw new OperatorError(
        `PostgreSQL at ${server} rejected the connection: ${message}. Correct ${variable} and start again.`,
      );
    }
    if (Date.now() >= deadline) throw new OperatorError(`PostgreSQL at ${server} ${timeoutMessage(message, variable)}`);
    if (!isLogged) log(`Waiting up to ${seconds} s for PostgreSQL at ${server} (${message}) …`);
    isLogged = true;
    await sleep(PAUSE_MS, undefined, signal && { signal });
  }
}

function timeoutMessage(message: string, variable: AddressVariable): string {
  if (message === STANDBY)
    return `is a standby, which accepts no writes: promote it or set ${variable} to the primary.`;
  return `is unreachable (${message}). Start it or correct ${variable}; without DATABASE_URL, Lectern uses an embedded server.`;
}

interface ServerState {
  readonly version: number;
  readonly release: string;
  readonly standby: boolean;
  readonly readOnly: boolean;
}

const SERVER_STATE = `
  select current_setting('server_version_num')::int as version, current_setting('server_version') as release,
    pg_is_in_recovery() as standby, current_setting('default_transaction_read_only')::bool as "readOnly"`;

async function attempt(url: string): Promise<Error | null> {
  const client = new pg.Client({ ...pgConfig({ url }), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<ServerState>(SERVER_STATE);
    return rows[0] ? problemOf(rows[0], url) : null;
  } catch (error) {
    return asError(error);
  } finally {
    await client.end();
  }
}

function problemOf({ version, release, standby, readOnly: isReadOnly }: ServerState, url: string): Error | null {
  if (version < MIN_VERSION) {
    return new OperatorError(
      `PostgreSQL at ${hostAndDatabase({ url })} is version ${release}, but Lectern requires 15 or newer: upgrade it, or ` +
        'set DATABASE_URL to a newer server; without DATABASE_URL, Lectern uses an embedded server.',
    );
  }
  // A standby may be promoted while this process waits.
  if (standby) return new Error(STANDBY);
  return isReadOnly ? readOnlyError({ url }, 'default_transaction_read_only is on') : null;
}

/** Unwraps an AggregateError: all addresses of one host failed, and the first reason suffices. */
function asError(error: unknown): Error {
  if (error instanceof AggregateError) return asError(error.errors[0]);
  return error instanceof Error ? error : new Error(String(error));
}
