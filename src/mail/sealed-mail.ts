import { open, seal } from '../domain/secret-box.js';
import type { Mail } from './mail.js';

/** One message to one recipient. */
export type Letter = Mail & { readonly to: string };

/**
 * A message as it waits in the queue. What it says is sealed: the link in it may hold the only readable copy of a
 * token, and neither that nor an address should be found in a copy of the database. It is deleted when it is sent.
 */
export interface SealedMail {
  readonly kind: Mail['kind'];
  readonly sealed: string;
}

/** @param key the 32 bytes of `SECRET_KEY` */
export function sealMail(letter: Letter, key: Buffer): SealedMail {
  return { kind: letter.kind, sealed: seal(JSON.stringify(letter), key) };
}

/** Throws when it was sealed with another key. */
export function openMail({ sealed }: SealedMail, key: Buffer): Letter {
  return JSON.parse(open(sealed, key)) as Letter;
}
