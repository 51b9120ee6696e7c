import { open, seal } from '../../core/common/secret-box.js';
import type { Mail } from '../../core/ports.js';

/** One message to one recipient. */
export type Letter = Mail & { readonly to: string };

/**
 * A message as stored in the queue. Its content is encrypted, because a link in it may hold the only plain-text copy of
 * a token, and a database dump must reveal neither tokens nor addresses. It is deleted after delivery.
 */
export interface SealedMail {
  readonly kind: Mail['kind'];
  readonly sealed: string;
}

/** @param key the 32 bytes of `SECRET_KEY` */
export function sealMail(letter: Letter, key: Buffer): SealedMail {
  return { kind: letter.kind, sealed: seal(JSON.stringify(letter), key) };
}

/** @throws Error if it was encrypted with another key */
export function openMail({ sealed }: SealedMail, key: Buffer): Letter {
  return JSON.parse(open(sealed, key)) as Letter;
}
