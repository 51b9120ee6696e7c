import type { Mail, MailQueue } from '../../core/ports.js';
import type { MailSettings } from '../../config/mail.js';
import { unseal, seal } from '../../core/common/secret-box.js';
import { insertJobs } from '../jobs/insert-jobs.js';

/** @param key the 32 bytes of `SECRET_KEY` */
export function createMailQueue({ system }: Pick<MailSettings, 'system'>, key: Buffer): MailQueue {
  return {
    systemAddress: system,
    queue: (transaction, messages) =>
      insertJobs(
        transaction,
        'mail',
        messages.flatMap(lettersOf).map((letter) => sealMail(letter, key)),
      ),
  };
}

/** One message per recipient. Deduplicates addresses case-insensitively, as contract §3.1 compares them. */
function lettersOf(mail: Mail): Letter[] {
  const addresses = typeof mail.to === 'string' ? [mail.to] : mail.to;
  const recipients = new Map(addresses.map((address) => [address.toLowerCase(), address]));
  return [...recipients.values()].map((to) => ({ ...mail, to }));
}

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
  return JSON.parse(unseal(sealed, key)) as Letter;
}
