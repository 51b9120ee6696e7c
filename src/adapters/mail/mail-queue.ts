import { isUnusable } from '../../core/account/address-in-use.js';
import { unsubscribeUrl } from '../../core/account/notification-links.js';
import { topicOf, writtenByPeople, type NotificationTopic } from '../../core/mail-kinds.js';
import type { Mail, MailQueue } from '../../core/ports.js';
import type { MailSettings } from '../../config/mail.js';
import { unseal, seal } from '../../core/common/secret-box.js';
import { insertJobs } from '../jobs/stored-jobs.js';
import type { Work } from '../jobs/job.js';
import type { Logger } from '../../telemetry/log/log.js';
import { createMailTransport, hostOf } from './mail-transport.js';
import { conversationOf } from './conversation.js';
import { render } from './render.js';
import { readTemplates } from './templates.js';

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

/**
 * One message per recipient that mails reach. Deduplicates addresses case-insensitively, as contract §3.1 compares them.
 */
function lettersOf(mail: Mail): Letter[] {
  const addresses = typeof mail.to === 'string' ? [mail.to] : mail.to;
  const usable = addresses.filter((address) => !isUnusable(address));
  const recipients = new Map(usable.map((address) => [address.toLowerCase(), address]));
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

/** Dependencies of the mail worker. */
interface MailWorkerOptions {
  readonly settings: MailSettings;
  readonly productName: string;
  readonly dataDirectory: string;
  /** The 32 bytes of `SECRET_KEY`. */
  readonly key: Buffer;
  readonly log: Logger;
  /** Whether the owner of an address wants mails of a topic; null if no account has the address. */
  readonly wantsMail: (address: string, topic: NotificationTopic) => Promise<boolean | null>;
}

/**
 * The worker of the queue `mail`: decrypts, renders and delivers one message, unless its recipient has turned off mails
 * of its topic.
 *
 * @throws OperatorError if a template is invalid
 */
export function createMailWorker({
  settings,
  productName,
  dataDirectory,
  key,
  log,
  wantsMail,
}: MailWorkerOptions): Work {
  const { from, redirect } = settings;
  const templates = readTemplates(settings.templates);
  const transport = createMailTransport({ settings, dataDirectory, log });
  const host = hostOf(from.address);
  return async ({ id, data, createdAt }, signal) => {
    const letter = openMail(data as SealedMail, key);
    const topic = topicOf(letter.kind);
    const wanted = topic === undefined ? null : await wantsMail(letter.to, topic);
    if (wanted === false) return;
    const isNotification = wanted !== null && topic !== undefined && 'origin' in letter;
    const unsubscribe = isNotification ? unsubscribeUrl(letter.origin, { address: letter.to, topic }, key) : undefined;
    const message = {
      ...render(templates, productName, letter, unsubscribe),
      unsubscribe,
      kind: letter.kind,
      isAutomatic: !writtenByPeople.has(letter.kind),
      conversation: topic === 'FEEDBACK' ? conversationOf(letter.talk, host) : undefined,
      id: `${id}@${host}`,
      date: createdAt,
      from,
      to: redirect ?? letter.to,
      originallyTo: redirect === undefined ? undefined : letter.to,
      replyTo: letter.replyTo,
    };
    await transport.deliver(message, signal);
  };
}
