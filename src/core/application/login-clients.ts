import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import { isStorable } from '../../database/storable.js';
import { db, statement, type Parameters, type RowOfStatement } from '../../database/sql/statement.js';
import { newCredentials, sealedCredentials } from './client-credentials.js';

/** Looks up an application by its public consumer key, with what a login by authorization code requires. */
const loginClientByKey = statement('login client by consumer key', ($: Parameters<{ consumerKey: string }>) =>
  db
    .selectFrom('applications as a')
    .select(['a.consumer_key as consumerKey', 'a.name', 'a.is_first_party as isFirstParty'])
    .select(['a.is_public as isPublic', sql<readonly string[]>`a.redirect_uris`.as('redirectUris')])
    .where(sql<boolean>`a.consumer_key = ${$.consumerKey}`),
);

/** An application that sends users to the login page of the service. */
export type LoginClient = RowOfStatement<typeof loginClientByKey>;

/**
 * The pages of the service itself. Without a name, so that their comments have the name of the service as their source.
 * Stored at the first login, with a secret that is discarded: it cannot use the password grant.
 */
const pages: LoginClient = {
  consumerKey: 'pages',
  name: null,
  isFirstParty: true,
  isPublic: true,
  redirectUris: ['/login'],
};

/** @returns null if no application has that consumer key */
export async function findLoginClient({ reads }: Context, consumerKey: string): Promise<LoginClient | null> {
  if (consumerKey === pages.consumerKey) return pages;
  if (!isStorable(consumerKey)) return null;
  const [client] = await reads.scope.run(loginClientByKey, { consumerKey });
  return client ?? null;
}

/**
 * Locks the record of a public application against deletion.
 *
 * @returns its ID
 * @throws DomainError FORBIDDEN if it was deleted concurrently
 */
export async function lockLoginClient(
  em: EntityManager,
  { consumerKey }: LoginClient,
  secretKey: Buffer,
): Promise<string> {
  if (consumerKey === pages.consumerKey) await storePages(em, secretKey);
  const { rows } = await sql<{ id: string }>`
    select id from applications where consumer_key = ${consumerKey} and is_public for key share`.execute(
    em.getKysely(),
  );
  const [client] = rows;
  if (!client) throw domainError('FORBIDDEN', 'CLIENT_REFUSED');
  return client.id;
}

async function storePages(em: EntityManager, secretKey: Buffer): Promise<void> {
  const { consumerSecretEncrypted } = sealedCredentials(newCredentials(), secretKey);
  const { consumerKey } = pages;
  await sql`
    insert into applications
      (consumer_key, consumer_secret_encrypted, description, may_use_password_grant, is_first_party, is_public)
      select ${consumerKey}, ${consumerSecretEncrypted}, 'The pages of this service', false, true, true
        where not exists (select from applications where consumer_key = ${consumerKey})
      on conflict (consumer_key) do nothing`.execute(em.getKysely());
}
