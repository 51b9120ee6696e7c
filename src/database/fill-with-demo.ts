import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import type { Config } from '../config.js';
import { secretKey } from '../secret-key.js';
import { isPrivate, KNOWN_PASSWORD, wantsDemo } from './demo-login.js';
import type { OpenDatabase } from './open.js';

/** Any number that is no other lock's. */
const DEMO_LOCK = 7_325_061_947;

/** The demo accounts that were made just now, with their passwords. */
export interface DemoLogins {
  readonly passwords: ReadonlyMap<string, string>;
}

/**
 * Puts the demo conferences into an empty database, where they are wanted: by `DEMO_DATA`, or because the database is
 * the embedded one outside production. Where the service can be reached from elsewhere, the passwords are random.
 *
 * @returns null when nothing was done
 */
export async function fillWithDemo(
  config: Config,
  { pool, embedded }: OpenDatabase,
  say: (sentence: string) => void,
): Promise<DemoLogins | null> {
  if (!wantsDemo(config, embedded)) return null;
  if (await isFilled(pool)) return null;

  const { demoAccounts, loadShowcase } = await import('./demo-data/index.js');
  const password = isPrivate(config) ? () => KNOWN_PASSWORD : () => randomBytes(9).toString('base64url');
  const passwords = new Map(demoAccounts.map(({ username }) => [username as string, password()]));
  const client = await pool.connect();
  try {
    // Of services that start together, one fills the database and the others find it filled.
    await client.query('select pg_advisory_lock($1)', [DEMO_LOCK]);
    if (await isFilled(client)) return null;
    say('Making the demo conferences …');
    await loadShowcase(client, {
      now: new Date(),
      imagesDirectory: join(config.dataDirectory, 'images'),
      password: (username) => passwords.get(username) ?? '',
      secretKey: await secretKey(config),
    });
  } finally {
    // Ends the connection, and with it the lock.
    client.release(true);
  }
  return { passwords };
}

async function isFilled(database: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await database.query('select from users limit 1');
  return rows.length > 0;
}
