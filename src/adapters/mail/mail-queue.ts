import { insertJobs } from '../jobs/insert-jobs.js';
import type { Mail, MailQueue } from '../../core/ports.js';
import { sealMail, type Letter } from './sealed-mail.js';
import type { MailSettings } from '../../config/mail.js';

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
