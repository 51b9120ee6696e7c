import { randomBytes, createHash, timingSafeEqual } from 'node:crypto';
import { unseal, seal } from '../common/secret-box.js';
import type { Context } from '../context.js';
import { isStorable } from '../../database/storable.js';
import { sql } from 'kysely';
import { db, statement, type Parameters, type RowOfStatement } from '../../database/sql/statement.js';

/** The public identifier of an application and its secret. */
export interface ClientCredentials {
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

/**
 * Generates a key of 192 and a secret of 256 random bits, safe in URLs and forms. No key looks like a command-line
 * option.
 */
export function newCredentials(): ClientCredentials {
  return { consumerKey: randomBytes(24).toString('hex'), consumerSecret: randomBytes(32).toString('base64url') };
}

/** Encrypts the secret for storage, because its owner must be able to read it again (decisions no. 17). */
export function sealedCredentials({ consumerKey, consumerSecret }: ClientCredentials, secretKey: Buffer) {
  return { consumerKey, consumerSecretEncrypted: seal(consumerSecret, secretKey) };
}

/** Decrypts the secret of an application for its owner. */
export function readSecret({ sealedSecret }: { readonly sealedSecret: string }, secretKey: Buffer): string {
  return unseal(sealedSecret, secretKey);
}

/** An application authenticated by its secret (contract §2.2). */
type AuthenticatedClient = Omit<ClientRow, 'sealedSecret'>;

/**
 * Authenticates an application. An unknown key, a wrong secret and a correct one take the same time.
 *
 * @param consumerKey what v2.1 calls `client_id`
 * @param consumerSecret what v2.1 calls `client_secret`
 * @returns null if the key is unknown or the secret is wrong
 */
export async function authenticateClient(
  { reads, services: { secretKey } }: Pick<Context, 'reads' | 'services'>,
  consumerKey: string,
  consumerSecret: string,
): Promise<AuthenticatedClient | null> {
  if (!isStorable(consumerKey)) return null;
  const [client] = await reads.scope.run(clientByConsumerKey, { consumerKey });
  const sealed = client?.sealedSecret ?? seal('', secretKey);
  const isMatch = isSame(unseal(sealed, secretKey), consumerSecret);
  if (!isMatch || !client) return null;
  const { id, name, mayUsePasswordGrant, isFirstParty } = client;
  return { id, name, mayUsePasswordGrant, isFirstParty };
}

/** Compares digests of equal length in constant time, so that timing does not reveal a common prefix. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Looks up an application by its public consumer key, with its encrypted secret. */
const clientByConsumerKey = statement('client by consumer key', ($: Parameters<{ consumerKey: string }>) =>
  db
    .selectFrom('applications as a')
    .select([
      'a.id',
      'a.name',
      'a.may_use_password_grant as mayUsePasswordGrant',
      'a.is_first_party as isFirstParty',
      'a.consumer_secret_encrypted as sealedSecret',
    ])
    .where(sql<boolean>`a.consumer_key = ${$.consumerKey}`),
);

type ClientRow = RowOfStatement<typeof clientByConsumerKey>;
