import { setTimeout as delay } from 'node:timers/promises';

import type pg from 'pg';

import { OperatorError } from '../../config/operator-error.js';
import { createClient, type EmbeddedConnection, withClient } from './connection.js';

/** Exclusive ownership of a data directory by one service. */
export interface DataDirectoryClaim {
  /** releases the ownership and closes its connection */
  release(): Promise<void>;
}

/** 'lectern' in ASCII, unlike the key of any other advisory lock of the database. */
const LOCK_KEY = 0x6c65637465726en.toString();
/** The lock of a service killed a moment ago lives until its backend notices. */
const CLAIM_TIMEOUT_MS = 1_000;
const CLAIM_POLL_MS = 50;
const RETAKE_POLL_MS = 250;

/**
 * Claims the data directory of the embedded server for this service, by a session advisory lock on a dedicated
 * connection. If that connection is lost (PostgreSQL was killed), the lock is retaken as soon as the server is back; if
 * another service was faster, both work on one healthy server, and this one keeps trying.
 * @throws OperatorError if another service holds the claim
 */
export async function claimDataDirectory(connection: EmbeddedConnection): Promise<DataDirectoryClaim> {
  let lock: HeldLock | undefined = await acquireLock(connection);
  let released = false;

  const retain = async (): Promise<void> => {
    while (!released) {
      await lock?.lost;
      lock = undefined;
      if (!released) await delay(RETAKE_POLL_MS, undefined, { ref: false });
      // Retries in the next round if the server rejects the connection because it is not back yet.
      if (!released) lock = await tryLock(connection).catch(() => undefined);
    }
    await lock?.client.end();
  };
  const retained = retain();

  return {
    release: async () => {
      released = true;
      await lock?.client.end();
      await retained;
    },
  };
}

interface HeldLock {
  readonly client: pg.Client;
  /** resolves when the connection, and with it the lock, is lost */
  readonly lost: Promise<void>;
}

async function acquireLock(connection: EmbeddedConnection): Promise<HeldLock> {
  for (const begin = Date.now(); Date.now() - begin < CLAIM_TIMEOUT_MS; await delay(CLAIM_POLL_MS)) {
    const lock = await tryLock(connection);
    if (lock !== undefined) return lock;
  }
  throw new OperatorError(
    `Another Lectern service already uses the data folder ${await dataDirectoryOf(connection)}. Stop it, or set ` +
      'DATA_DIR to another folder.',
  );
}

/** Undefined if another session has the lock. */
async function tryLock(connection: EmbeddedConnection): Promise<HeldLock | undefined> {
  // 'end' follows every 'error', so it suffices to detect the loss.
  const client = createClient(connection, () => undefined);
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
  await client.connect();
  let taken = false;
  try {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK_KEY]);
    taken = rows[0]?.taken === true;
  } finally {
    if (!taken) await client.end();
  }
  return taken ? { client, lost } : undefined;
}

async function dataDirectoryOf(connection: EmbeddedConnection): Promise<string> {
  const { rows } = await withClient(connection, (client) =>
    client.query<{ folder: string }>("SELECT current_setting('lectern.data_directory') AS folder"),
  );
  return rows[0]?.folder ?? connection.host;
}
