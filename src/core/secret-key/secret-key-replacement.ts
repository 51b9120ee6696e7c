import type { ClientBase } from 'pg';
import { withTransaction } from '../../database/sql/transaction.js';
import { newCredentials, sealedCredentials } from '../application/client-credentials.js';
import { canUnseal, seal } from '../common/secret-box.js';
import { newWebhookSecret } from '../webhooks/webhook-secret.js';
import { hmacOf } from './secret-key-check.js';

/** Secrets that were encrypted with the former key. */
export interface ReplacedSecrets {
  /** Applications with new secrets: the name, or the consumer key of an unnamed one. */
  readonly applications: readonly string[];
  /** Webhooks with new secrets: the IDs. Their owners rotate the secret to read it. */
  readonly webhooks: readonly string[];
  /** Number of mails deleted unsent. */
  readonly mails: number;
}

/**
 * Replaces the secret key of a database. Data that the new key decrypts is unchanged. All other applications and webhooks
 * get new secrets, and all other mails are deleted, because only the former key could decrypt them.
 *
 * @param key the 32 bytes of the new `SECRET_KEY`
 */
export function replaceSecretKey(client: ClientBase, key: Buffer): Promise<ReplacedSecrets> {
  return withTransaction(client, async () => {
    // Until the commit, blocks the registration of applications and webhooks, and the recording of keys by other processes.
    await client.query('lock table applications, webhooks, secret_key_check in exclusive mode');
    const applications = await reissueSecrets(client, key);
    const webhooks = await reissueWebhookSecrets(client, key);
    const mails = await deleteMails(client, key);
    await client.query(
      'insert into secret_key_check (hmac) values ($1) on conflict (id) do update set hmac = excluded.hmac',
      [hmacOf(key)],
    );
    return { applications, webhooks, mails };
  });
}

async function reissueSecrets(client: ClientBase, key: Buffer): Promise<string[]> {
  const { rows } = await client.query<{ id: string; name: string; sealed: string }>(
    `select id, coalesce(nullif(name, ''), consumer_key) as name, consumer_secret_encrypted as sealed
      from applications order by id`,
  );
  const unreadable = rows.filter(({ sealed }) => !canUnseal(sealed, key));
  await client.query(
    `update applications a set consumer_secret_encrypted = n.sealed
      from unnest($1::bigint[], $2::text[]) as n (id, sealed) where a.id = n.id`,
    [
      unreadable.map(({ id }) => id),
      unreadable.map(() => sealedCredentials(newCredentials(), key).consumerSecretEncrypted),
    ],
  );
  return unreadable.map(({ name }) => name);
}

async function reissueWebhookSecrets(client: ClientBase, key: Buffer): Promise<string[]> {
  const { rows } = await client.query<{ id: string; sealed: string; previous: string | null }>(
    'select id, secret as sealed, previous_secret as previous from webhooks order by id',
  );
  const isReadable = (sealed: string | null) => sealed === null || canUnseal(sealed, key);
  const unreadable = rows.filter(({ sealed, previous }) => !isReadable(sealed) || !isReadable(previous));
  await client.query(
    `update webhooks w set secret = n.sealed, previous_secret = null, previous_secret_until = null
      from unnest($1::bigint[], $2::text[]) as n (id, sealed) where w.id = n.id`,
    [unreadable.map(({ id }) => id), unreadable.map(() => seal(newWebhookSecret(), key))],
  );
  return unreadable.map(({ id }) => id);
}

async function deleteMails(client: ClientBase, key: Buffer): Promise<number> {
  const { rows } = await client.query<{ id: string; sealed: string }>(
    `select id, data->>'sealed' as sealed from pgboss.job where name = 'mail'`,
  );
  const unreadable = rows.filter(({ sealed }) => !canUnseal(sealed, key)).map(({ id }) => id);
  await client.query(`delete from pgboss.job where name = 'mail' and id = any($1::uuid[])`, [unreadable]);
  return unreadable.length;
}
