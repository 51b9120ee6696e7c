import { setTimeout as delay } from 'node:timers/promises';

import type pg from 'pg';

import { OperatorError } from '../../operator-error.js';
import { createClient, type EmbeddedConnection, withClient } from './connection.js';

/** The exclusive right of one service to a data folder. */
export interface DataDirectoryClaim {
  /** gives the right back and closes its connection */
  release(): Promise<void>;
}

/** 'lectern' in ASCII: no other advisory lock of the database has this key. */
const LOCK_KEY = 0x6c65637465726en.toString();
/** The lock of a service killed a moment ago lives until its back end notices. */
const CLAIM_WITHIN_MS = 1_000;
const CLAIM_POLL_MS = 50;
const RETAKE_POLL_MS = 250;

/**
 * Claims the data folder of the embedded server for this service, by a session advisory lock on a connection of its own.
 * When that connection is lost (PostgreSQL was killed), the lock is taken again as soon as the server is back; should
 * another service have been faster, both work on one sound server, and this one waits for its turn.
 * @throws OperatorError when another service holds the claim
 */
export async function claimDataDirectory(connection: EmbeddedConnection): Promise<DataDirectoryClaim> {
  let lock: HeldLock | undefined = await takeFirst(connection);
  let released = false;

  const keep = async (): Promise<void> => {
    while (!released) {
      await lock?.lost;
      lock = undefined;
      if (!released) await delay(RETAKE_POLL_MS, undefined, { ref: false });
      // A server that is not back yet refuses the connection: that is what the next round is for.
      if (!released) lock = await tryLock(connection).catch(() => undefined);
    }
    await lock?.client.end();
  };
  const kept = keep();

  return {
    release: async () => {
      released = true;
      await lock?.client.end();
      await kept;
    },
  };
}

interface HeldLock {
  readonly client: pg.Client;
  /** resolves when the connection, and with it the lock, is gone */
  readonly lost: Promise<void>;
}

async function takeFirst(connection: EmbeddedConnection): Promise<HeldLock> {
  for (const begin = Date.now(); Date.now() - begin < CLAIM_WITHIN_MS; await delay(CLAIM_POLL_MS)) {
    const lock = await tryLock(connection);
    if (lock !== undefined) return lock;
  }
  throw new OperatorError(
    `Another Lectern service already uses the data folder ${await dataDirectoryOf(connection)}. Stop it, or set ` +
      'DATA_DIR to another folder.',
  );
}

/** Undefined when another session has the lock. */
async function tryLock(connection: EmbeddedConnection): Promise<HeldLock | undefined> {
  // 'end' follows every 'error', so that it alone tells of the loss.
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
