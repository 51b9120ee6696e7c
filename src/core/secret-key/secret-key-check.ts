import { createHmac } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Config } from '../../config/config.js';
import { canUnseal, isSealed } from '../common/secret-box.js';
import { OperatorError } from '../../config/operator-error.js';
import { secretKey } from '../../database/secret-key.js';

type Database = Pick<ClientBase, 'query'>;

/** Encrypted application secrets, webhook secrets and queued mails, up to 1 000 each. */
const SEALED = `
  (select consumer_secret_encrypted as sealed from applications order by id limit 1000)
  union all
  (select secret as sealed from webhooks order by id limit 1000)
  union all
  (select data->>'sealed' as sealed from pgboss.job where name = 'mail' limit 1000)`;

/** Identifies a key without revealing it. */
export const hmacOf = (key: Buffer): string => createHmac('sha256', key).update('lectern').digest('hex');

type KeySettings = Pick<Config, 'secretKey' | 'dataDirectory'>;

/**
 * Returns the key that encrypts stored secrets, for a command. With a different key, every login through an application
 * would fail. Verifies a database without a recorded key by decrypting its secrets.
 *
 * @returns 32 bytes
 * @throws OperatorError if the data were written with a different key
 */
export async function verifiedSecretKey(database: Database, config: KeySettings): Promise<Buffer> {
  const key = await secretKey(config);
  const recorded = await recordedHmac(database);
  const isRight = recorded === undefined ? await decrypts(database, key) : recorded === hmacOf(key);
  if (!isRight) throw otherKey(config);
  return key;
}

/**
 * Returns the verified key for a service, and records it. If processes with different keys start concurrently on an
 * empty database, the first to record its key wins.
 */
export async function recordedSecretKey(database: Database, config: KeySettings): Promise<Buffer> {
  const key = await verifiedSecretKey(database, config);
  await database.query('insert into secret_key_check (hmac) values ($1) on conflict do nothing', [hmacOf(key)]);
  if ((await recordedHmac(database)) !== hmacOf(key)) throw otherKey(config);
  return key;
}

async function recordedHmac(database: Database): Promise<string | undefined> {
  const { rows } = await database.query<{ hmac: string }>('select hmac from secret_key_check');
  return rows[0]?.hmac;
}

/** Whether the key decrypts at least one stored secret, or none is stored. */
async function decrypts(database: Database, key: Buffer): Promise<boolean> {
  const { rows } = await database.query<{ sealed: string }>(SEALED);
  const sealed = rows.map((row) => row.sealed).filter(isSealed);
  return sealed.length === 0 || sealed.some((one) => canUnseal(one, key));
}

function otherKey({ secretKey: configured, dataDirectory }: KeySettings) {
  const advice =
    configured === undefined
      ? `The file secret-key in ${dataDirectory} does not contain the key that encrypted this database: restore that file, or set SECRET_KEY to that key`
      : 'SECRET_KEY is not the key that encrypted this database: set it to that key';
  return new OperatorError(`${advice}, or, if it is lost, run npm run lectern -- secret-key replace.`);
}
