import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config.js';
import { secretKey } from '../secret-key.js';
import type { OpenDatabase } from './open.js';

const KNOWN_PASSWORD = 'lectern-demo';
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

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
  if (!(config.demoData ?? (embedded && !config.production))) return null;
  const { rows } = await pool.query('select from users limit 1');
  if (rows.length > 0) return null;

  say('Making the demo conferences …');
  const { demoAccounts, loadShowcase } = await import('./demo-data/index.js');
  const password = LOOPBACK.has(config.host) ? () => KNOWN_PASSWORD : () => randomBytes(9).toString('base64url');
  const passwords = new Map(demoAccounts.map(({ username }) => [username as string, password()]));
  const client = await pool.connect();
  try {
    await loadShowcase(client, {
      now: new Date(),
      imagesDirectory: join(config.dataDirectory, 'images'),
      password: (username) => passwords.get(username) ?? '',
      secretKey: await secretKey(config),
    });
  } finally {
    client.release();
  }
  return { passwords };
}
