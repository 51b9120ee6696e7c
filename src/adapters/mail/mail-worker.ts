import type { Work } from '../jobs/job.js';
import type { Logger } from '../../telemetry/log/log.js';
import { createMailTransport } from './mail-transport.js';
import { render } from './render.js';
import { openMail, type SealedMail } from './mail-queue.js';
import type { MailSettings } from '../../config/mail.js';
import { readTemplates } from './templates.js';

/** Dependencies of the mail worker. */
export interface MailWorkerOptions {
  readonly settings: MailSettings;
  readonly productName: string;
  readonly dataDirectory: string;
  /** The 32 bytes of `SECRET_KEY`. */
  readonly key: Buffer;
  readonly log: Logger;
}

/**
 * The worker of the queue `mail`: decrypts, renders and delivers one message.
 *
 * @throws OperatorError if a template is invalid
 */
export function createMailWorker({ settings, productName, dataDirectory, key, log }: MailWorkerOptions): Work {
  const { from, redirect } = settings;
  const templates = readTemplates(settings.templates);
  const transport = createMailTransport({ settings, dataDirectory, log });
  const host = from.address.slice(from.address.lastIndexOf('@') + 1);
  return async ({ id, data, createdAt }, signal) => {
    const letter = openMail(data as SealedMail, key);
    const message = {
      ...render(templates, productName, letter),
      kind: letter.kind,
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
