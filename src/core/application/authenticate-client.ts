import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.js';
import { clientByConsumerKey, type ClientRow } from '../reads/clients.js';
import { unseal, seal } from '../common/secret-box.js';
import { isStorable } from '../common/validation.js';

/** An application authenticated by its secret (contract §2.2). */
export type AuthenticatedClient = Omit<ClientRow, 'sealedSecret'>;

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
