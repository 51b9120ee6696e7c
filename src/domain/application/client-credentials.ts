import { randomBytes } from 'node:crypto';
import { open, seal } from '../secret-box.js';

/** By what an application is known, and what it shows to be believed. */
export interface ClientCredentials {
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

/** A new pair: 192 and 256 random bits, as text that fits into addresses and forms; no key looks like an option. */
export function newCredentials(): ClientCredentials {
  return { consumerKey: randomBytes(24).toString('hex'), consumerSecret: randomBytes(32).toString('base64url') };
}

/** As it is stored: the secret sealed, because its owner must be able to read it again (decisions.md no. 17). */
export function sealedCredentials({ consumerKey, consumerSecret }: ClientCredentials, secretKey: Buffer) {
  return { consumerKey, consumerSecretEncrypted: seal(consumerSecret, secretKey) };
}

/** The secret of an application as its owner reads it again. */
export function readSecret({ sealedSecret }: { readonly sealedSecret: string }, secretKey: Buffer): string {
  return open(sealedSecret, secretKey);
}
