import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.js';
import { clientByConsumerKey, type ClientRow } from '../../reads/clients.js';
import { open, seal } from '../secret-box.js';
import { isStorable } from '../validation.js';

/** An application that has shown its secret (contract §2.2). */
export type KnownClient = Omit<ClientRow, 'sealedSecret'>;

/**
 * The application with these credentials. A wrong secret takes as long as an unknown key, and a right one no longer.
 *
 * @param consumerKey what v2.1 calls `client_id`
 * @param consumerSecret what v2.1 calls `client_secret`
 * @returns null when the key is unknown or the secret is another one
 */
export async function findClient(
  { reads, services: { secretKey } }: Pick<Context, 'reads' | 'services'>,
  consumerKey: string,
  consumerSecret: string,
): Promise<KnownClient | null> {
  if (!isStorable(consumerKey)) return null;
  const [client] = await reads.scope.run(clientByConsumerKey, { consumerKey });
  const sealed = client?.sealedSecret ?? seal('', secretKey);
  const fits = isSame(open(sealed, secretKey), consumerSecret);
  if (!fits || !client) return null;
  const { id, name, mayUsePasswordGrant, isFirstParty } = client;
  return { id, name, mayUsePasswordGrant, isFirstParty };
}

/** As digests, which are of one length: the comparison does not tell where the texts begin to differ. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
