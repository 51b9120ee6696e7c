import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError } from '../operator-error.js';
import { pgConfig } from './orm.js';
import { isUnavailable } from './unavailable.js';

const PAUSE_MS = 500;
const OLDEST_VERSION = 150_000;

/**
 * Waits until the server answers, and says once that it waits.
 *
 * @param signal gives up
 * @throws OperatorError when it does not answer in time, refuses the login, or is older than PostgreSQL 15
 */
export async function waitForDatabase(
  url: string,
  seconds: number,
  say: (sentence: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const place = describe(url);
  const deadline = Date.now() + seconds * 1000;
  for (let told = false; ;) {
    const failure = await attempt(url);
    if (!failure) return;
    if (!isUnavailable(failure)) {
      throw new OperatorError(
        `PostgreSQL at ${place} refuses: ${failure.message}. Correct DATABASE_URL and start again.`,
      );
    }
    if (Date.now() >= deadline) {
      throw new OperatorError(
        `PostgreSQL at ${place} does not answer (${failure.message}). Start it or correct DATABASE_URL; without DATABASE_URL Lectern uses its own.`,
      );
    }
    if (!told) say(`Waiting up to ${seconds} s for PostgreSQL at ${place} (${failure.message}) …`);
    told = true;
    await sleep(PAUSE_MS, undefined, signal && { signal });
  }
}

async function attempt(url: string): Promise<Error | null> {
  const client = new pg.Client({ ...pgConfig({ url }), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    if ((rows[0]?.version ?? 0) < OLDEST_VERSION) return new Error('it is older than PostgreSQL 15');
    return null;
  } catch (error) {
    return asError(error);
  } finally {
    await client.end();
  }
}

/** Several addresses of one host fail together, each for its own reason: the first one tells enough. */
function asError(error: unknown): Error {
  if (error instanceof AggregateError) return asError(error.errors[0]);
  return error instanceof Error ? error : new Error(String(error));
}

/** The place without user and password. */
function describe(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host || 'the local socket'}${pathname}`;
}
