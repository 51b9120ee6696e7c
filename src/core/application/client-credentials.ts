import { randomBytes } from 'node:crypto';
import { unseal, seal } from '../common/secret-box.js';

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

/** Encrypts the secret for storage, because its owner must be able to read it again (decisions.md no. 17). */
export function sealedCredentials({ consumerKey, consumerSecret }: ClientCredentials, secretKey: Buffer) {
  return { consumerKey, consumerSecretEncrypted: seal(consumerSecret, secretKey) };
}

/** Decrypts the secret of an application for its owner. */
export function readSecret({ sealedSecret }: { readonly sealedSecret: string }, secretKey: Buffer): string {
  return unseal(sealedSecret, secretKey);
}
