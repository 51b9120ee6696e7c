import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { ImageStore } from '../adapters/storage/image-store.js';
import { imagesDirectory } from '../adapters/storage/open-image-store.js';
import type { Config } from '../config/config.js';
import { verifiedSecretKey } from '../core/secret-key/secret-key-check.js';
import { isPrivate, KNOWN_PASSWORD, wantsDemo } from './demo-login.js';
import type { OpenDatabase } from '../database/open.js';

/** An arbitrary key, distinct from those of other advisory locks. */
const DEMO_LOCK = 7_325_061_947;

/** The demo accounts created by this start, with their passwords. */
export interface DemoLogins {
  readonly passwords: ReadonlyMap<string, string>;
}

/**
 * Loads the demo conferences into an empty database if `DEMO_DATA` is set, or by default into the embedded database
 * outside production. Passwords are random unless the service listens on loopback only.
 *
 * @returns null if nothing was loaded
 */
export async function fillWithDemo(
  config: Config,
  { pool, embedded }: OpenDatabase,
  imageStore: Pick<ImageStore, 'put'>,
  print: (sentence: string) => void,
): Promise<DemoLogins | null> {
  if (!wantsDemo(config, embedded)) return null;
  if (await isFilled(pool)) return null;

  const { demoAccounts, loadShowcase, saveInFolder, saveInStore } = await import('./index.js');
  const password = isPrivate(config) ? () => KNOWN_PASSWORD : () => randomBytes(9).toString('base64url');
  const passwords = new Map(demoAccounts.map(({ username }) => [username as string, password()]));
  const client = await pool.connect();
  try {
    // Of services that start concurrently, one loads the data while the others wait.
    await client.query('select pg_advisory_lock($1)', [DEMO_LOCK]);
    if (await isFilled(client)) return null;
    print('Creating the demo conferences …');
    await loadShowcase(client, {
      now: new Date(),
      saveImages: config.images.store === 'local' ? saveInFolder(imagesDirectory(config)) : saveInStore(imageStore),
      password: (username) => passwords.get(username) ?? '',
      secretKey: await verifiedSecretKey(client, config),
    });
  } finally {
    // Closes the connection, which releases the lock.
    client.release(true);
  }
  return { passwords };
}

async function isFilled(database: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await database.query('select from users limit 1');
  return rows.length > 0;
}
