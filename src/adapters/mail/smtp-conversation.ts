import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SMTPConnectionAuth } from 'nodemailer/lib/smtp-connection';
import { PermanentFailure } from '../jobs/job.js';

/** What to say to the server. */
interface Parts {
  readonly auth: SMTPConnectionAuth | undefined;
  /** Logs in although the server does not offer it. */
  readonly forceAuth: boolean | undefined;
  readonly envelope: { readonly from: string | false; readonly to: string[] };
  readonly text: Readable;
}

/**
 * Greets the server, logs in if there is a password, and sends a message.
 *
 * @throws PermanentFailure if the address needs an extension that the server does not offer
 */
export async function converse(connection: SMTPConnection, { auth, forceAuth, envelope, text }: Parts): Promise<void> {
  await promisify(connection.connect.bind(connection))();
  const extensions = String(connection.lastServerResponse);
  // nodemailer would send the address nevertheless, as bytes that the server may take for anything.
  if ([envelope.from, ...envelope.to].some(needsSmtpUtf8) && !/[ -]SMTPUTF8\b/i.test(extensions)) {
    throw new PermanentFailure(
      'The mail server does not offer SMTPUTF8 (RFC 6531), which an address with other letters than ASCII before the @ needs',
    );
  }
  if (auth && (connection.allowsAuth || forceAuth === true)) {
    await promisify(connection.login.bind(connection))(auth);
  }
  await promisify(connection.send.bind(connection))(envelope, text);
}

/** Whether an address has other characters than ASCII. Other domains are already in ASCII, as Punycode. */
const needsSmtpUtf8 = (address: string | false): boolean => address !== false && /[^\0-\x7f]/.test(address);
