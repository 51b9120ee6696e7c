import { join } from 'node:path';
import type { Work } from '../jobs/job.js';
import type { Logger } from '../log.js';
import { folderTransport } from './folder.js';
import { render } from './render.js';
import { openMail, type SealedMail } from './sealed-mail.js';
import type { MailSettings } from './settings.js';
import { smtpTransport } from './smtp.js';
import { readTemplates } from './templates.js';

/** What sending takes. */
export interface MailParts {
  readonly settings: MailSettings;
  readonly productName: string;
  readonly dataDirectory: string;
  /** The 32 bytes of `SECRET_KEY`. */
  readonly key: Buffer;
  readonly log: Logger;
}

/**
 * The work of the queue `mail`: opens, renders and delivers one message.
 *
 * @throws OperatorError when a template cannot be used
 */
export function mailWork({ settings, productName, dataDirectory, key, log }: MailParts): Work {
  const { smtpUrl, from, redirect } = settings;
  const templates = readTemplates(settings.templates);
  const transport = smtpUrl === undefined ? folderTransport(join(dataDirectory, 'mail'), log) : smtpTransport(smtpUrl);
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
