import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import type { SendMailOptions } from 'nodemailer';
import { rename, writeFile } from 'node:fs/promises';
import type { Logger } from '../../telemetry/log/log.js';
import type { MailSettings, Mailbox } from '../../config/mail.js';
import { makeFolder } from '../../config/make-folder.js';
import { PermanentFailure } from '../jobs/job.js';
import type { Conversation } from './conversation.js';
import { layout } from './render.js';

/** A rendered message. */
interface Message {
  readonly kind: string;
  /** Whether no person has written it to the recipient. */
  readonly isAutomatic: boolean;
  readonly conversation: Conversation | undefined;
  /** The same on every attempt, without `<` and `>`. */
  readonly id: string;
  readonly date: Date;
  readonly from: Mailbox;
  /** A bare address. */
  readonly to: string;
  /** The original recipient, if all mail is redirected. */
  readonly originallyTo: string | undefined;
  readonly replyTo: string | undefined;
  /** URL that turns off mails of this kind. */
  readonly unsubscribe?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Delivers messages by SMTP or to a folder. */
interface MailTransport {
  /**
   * @param signal aborts the attempt
   * @throws PermanentFailure if the server rejects this message permanently, Error if a retry may succeed; neither contains an
   *   address or a link
   */
  deliver(message: Message, signal: AbortSignal): Promise<void>;
}

export interface TransportOptions {
  readonly settings: MailSettings;
  readonly dataDirectory: string;
  readonly log: Pick<Logger, 'info'>;
}

/** SMTP, or files if `SMTP_URL` is not set. */
export const createMailTransport = ({
  settings: { smtpUrl, dkim },
  dataDirectory,
  log,
}: TransportOptions): MailTransport =>
  smtpUrl === undefined ? folderTransport(join(dataDirectory, 'mail'), log) : smtpTransport(smtpUrl, dkimOf(dkim));

/** Headers that the signature covers: those of RFC 6376 §5.4.1, and both of RFC 8058. */
const SIGNED_HEADERS =
  'From:Reply-To:Subject:Date:Message-ID:To:In-Reply-To:References:MIME-Version:Content-Type:Auto-Submitted:List-Id:List-Unsubscribe:List-Unsubscribe-Post';

const dkimOf = (dkim: MailSettings['dkim']) => dkim && { ...dkim, headerFieldNames: SIGNED_HEADERS };

/** Error codes of nodemailer for a rejected sender, recipient or message, rather than a failed connection or login. */
const MESSAGE_ERRORS = new Set(['EENVELOPE', 'EMESSAGE']);

/** Delivers through the server of `SMTP_URL`, with one connection per message. */
function smtpTransport(url: string, dkim: ReturnType<typeof dkimOf>): MailTransport {
  return {
    async deliver(message, signal) {
      // Loaded with the first message, because it takes 5 MB and many processes send none.
      const { sendBySmtp } = await import('./smtp-transport.js');
      try {
        await sendBySmtp({ url, dkim }, mimeMessage(message), signal);
      } catch (error) {
        throw redactError(error);
      }
    },
  };
}

/** Redacts addresses and links, which servers often repeat, from an error. Omits the original error as cause. */
function redactError(error: unknown): Error {
  if (error instanceof PermanentFailure) return error;
  const { code, command, responseCode, message } = Object(error) as Record<string, unknown>;
  const reason = `${String(message)} (${[code, command].filter(Boolean).join(', ')})`
    .replace(/\b[a-z]+:\/\/\S+/gi, '(a link)')
    .replace(/\S+@\S+/g, '(an address)');
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500 && MESSAGE_ERRORS.has(String(code));
  return isPermanent ? new PermanentFailure(reason) : new Error(reason);
}

/**
 * Writes each message to its own file, `<date>-<kind>-<id>.eml`, which mail programs can open. The links contain
 * tokens, so only the service's OS account can read the files.
 */
function folderTransport(folder: string, log: Pick<Logger, 'info'>): MailTransport {
  return {
    async deliver(message) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true });
      const { message: content } = await transport.sendMail(mimeMessage(message));
      const moment = message.date.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
      const file = join(folder, `${moment}-${message.kind}-${message.id.split('@')[0]}.eml`);
      await makeFolder(folder, 0o700);
      // The rename makes the write atomic, and a retry replaces the same file.
      await writeFile(`${file}.part`, content as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.info({ kind: message.kind, file }, 'Mail written to a file because SMTP_URL is not set');
    },
  };
}

/** Converts a message to nodemailer options: one recipient, plain text and HTML, no file or URL access. */
function mimeMessage(message: Message): SendMailOptions {
  const { from, to, originallyTo, replyTo, unsubscribe, conversation, isAutomatic } = message;
  const root = conversation?.root;
  return {
    messageId: `<${message.id}>`,
    date: message.date,
    from,
    // As objects, so that nodemailer does not parse them as address lists.
    to: { name: '', address: to },
    // With other letters before the @, it needs SMTPUTF8, which nodemailer requests only for envelopes.
    ...(replyTo !== undefined && isAsciiBeforeAt(replyTo) && { replyTo: { name: '', address: replyTo } }),
    ...(root !== undefined && { inReplyTo: `<${root}>`, references: `<${root}>` }),
    envelope: { from: from.address, to: [to] },
    subject: message.subject,
    text: message.text,
    html: message.html,
    headers: {
      // Suppresses automatic replies (RFC 3834).
      ...(isAutomatic && { 'Auto-Submitted': 'auto-generated' }),
      ...(conversation !== undefined && { 'List-Id': { prepared: true, value: `<${conversation.list}>` } }),
      ...(originallyTo !== undefined && { 'X-Original-To': originallyTo }),
      // One click in the mail program turns off these mails (RFC 8058).
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The domain of an address as headers need it: in ASCII. */
export function hostOf(address: string): string {
  const host = address.slice(address.lastIndexOf('@') + 1);
  return domainToASCII(host) || host;
}

const isAsciiBeforeAt = (address: string): boolean => /^[\0-\x7f]*@/.test(address);

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
    ...{ kind: 'test', isAutomatic: true, conversation: undefined },
    ...{ id: `${id}@${hostOf(from.address)}`, date: new Date() },
    ...{ from, to: recipient, originallyTo: redirect === undefined ? undefined : to, replyTo: undefined },
    ...{ subject, text: `${text}\n`, html: layout(productName, subject, text) },
  };
  await createMailTransport(parts).deliver(message, new AbortController().signal);
  const redirected = redirect === undefined ? '' : ' (MAIL_REDIRECT)';
  return smtpUrl === undefined
    ? `There is no SMTP_URL: the test mail to ${recipient}${redirected} is a file in ${join(dataDirectory, 'mail')}.`
    : `${new URL(smtpUrl).host} accepted the test mail to ${recipient}${redirected}.`;
}
