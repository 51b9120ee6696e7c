import { join } from 'node:path';
import { layout } from './render.js';
import { createMailTransport, type TransportOptions } from './mail-transport.js';

interface TestMailOptions extends TransportOptions {
  readonly productName: string;
}

/**
 * Delivers one message, bypassing the queue.
 *
 * @param id the local part of its message ID
 * @returns a sentence that describes the outcome
 * @throws Error without addresses if the mail server rejects it
 */
export async function sendTestMail(parts: TestMailOptions, to: string, id: string): Promise<string> {
  const { settings, productName, dataDirectory } = parts;
  const { from, redirect, smtpUrl } = settings;
  const recipient = redirect ?? to;
  const text = `This is a test mail of ${productName}. Its mail settings work.`;
  const subject = `Test mail of ${productName}`;
  const message = {
    ...{ kind: 'test', id: `${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}`, date: new Date() },
    ...{ from, to: recipient, originallyTo: redirect === undefined ? undefined : to, replyTo: undefined },
    ...{ subject, text: `${text}\n`, html: layout(productName, subject, text) },
  };
  await createMailTransport(parts).deliver(message, new AbortController().signal);
  const redirected = redirect === undefined ? '' : ' (MAIL_REDIRECT)';
  return smtpUrl === undefined
    ? `There is no SMTP_URL: the test mail to ${recipient}${redirected} is a file in ${join(dataDirectory, 'mail')}.`
    : `${new URL(smtpUrl).host} accepted the test mail to ${recipient}${redirected}.`;
}
