import { promisify } from 'node:util';
import { createTransport, type MailMessage, type SendMailOptions, type Transport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { converse } from './smtp-conversation.js';

const MINUTE_MS = 60_000;

/** The minimum that RFC 5321 §4.5.3.2 demands: who gives up earlier sends a message that was accepted again. */
const TIMEOUTS = {
  /** From the connection until its encryption, which includes the greeting. */
  connectionTimeout: 6 * MINUTE_MS,
  greetingTimeout: 5 * MINUTE_MS,
  /** Silence of the server: ten minutes may pass between the end of a message and its confirmation. */
  socketTimeout: 10 * MINUTE_MS,
} as const;
/** Bounds a whole attempt, also with a server that trickles data. The job expires later. */
export const ATTEMPT_TIMEOUT_MS = 30 * MINUTE_MS;
/** A process that stops waits this long for the confirmation of a message that it has sent. */
const CONFIRMATION_GRACE_MS = 4_000;
/** How long a server may take to respond to `QUIT`. */
const QUIT_TIMEOUT_MS = 10_000;

/** Where and as whom to deliver. */
export interface SmtpServer {
  /** `SMTP_URL` */
  readonly url: string;
  readonly dkim: SendMailOptions['dkim'];
}

/**
 * Delivers one message through its own connection.
 *
 * @param stopping gives up at once until the message is sent; from then on, after a grace period, because the server
 *   may accept it
 * @throws PermanentFailure if the server cannot accept the recipient, otherwise the errors of nodemailer
 */
export async function sendBySmtp({ url, dkim }: SmtpServer, mail: SendMailOptions, stopping: AbortSignal) {
  const server = new SMTPTransport({ url, ...TIMEOUTS });
  const { name, version, options } = server;
  const transport: Transport<undefined> = {
    ...{ name, version },
    send({ message }, done) {
      deliver(server, transport.getSocket, message, stopping).then(
        () => done(null, undefined),
        (error: unknown) => done(error as Error),
      );
    },
  };
  const mailer = createTransport(transport);
  if (typeof options.proxy === 'string') mailer.setupProxy(options.proxy);
  await mailer.sendMail({ ...mail, ...(dkim && { dkim }) });
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1)$/;

/**
 * What applies to a server on this machine beyond its options, which name the host that is connected to. A local mail
 * server, such as Debian's Postfix, has a certificate of its own. Without a password there is nothing that an impostor on
 * this machine could learn beyond the mail that it relays anyway. `SMTP_URL` can demand verification.
 */
function onThisMachine({
  host = '',
  proxy,
  auth,
  servername,
  tls,
}: SMTPTransport['options']): SMTPTransport['options'] {
  // Behind a proxy, these names are those of its machine.
  if (typeof proxy === 'string' || !LOOPBACK.test(host)) return {};
  return {
    // nodemailer would ask the name server of the network first, which may name any machine.
    ...(host === 'localhost' && { host: '127.0.0.1', servername: servername ?? host }),
    ...(!auth && { tls: { rejectUnauthorized: false, ...tls } }),
  };
}

/** The dialogue with the server, until it has confirmed the message, or for as long as an attempt may take. */
async function deliver(
  { options, auth }: SMTPTransport,
  getSocket: Transport['getSocket'],
  message: MailMessage['message'],
  stopping: AbortSignal,
): Promise<void> {
  // A proxy provides the connection.
  const proxied = getSocket ? await promisify(getSocket)(options as Parameters<typeof getSocket>[0]) : {};
  const connection = new SMTPConnection({ ...options, ...onThisMachine(options), ...proxied });
  const text = message.createReadStream();
  const settled = new AbortController();
  const lost = Promise.withResolvers<never>();
  // Stays until the end: an error without a listener would end the process.
  connection.on('error', lost.reject);
  const giveUp = (reason: string): void => lost.reject(new Error(reason));
  const deadline = setTimeout(giveUp, ATTEMPT_TIMEOUT_MS, 'The mail server took too long');
  let grace: NodeJS.Timeout | undefined;
  const stop = (): void => {
    if (!text.readableEnded) return giveUp('Stopped before the message was sent');
    grace = setTimeout(giveUp, CONFIRMATION_GRACE_MS, 'Stopped before the mail server confirmed the message');
  };
  stopping.addEventListener('abort', stop, { signal: settled.signal });
  if (stopping.aborted) stop();
  const parts = { auth: auth || undefined, forceAuth: options.forceAuth, envelope: message.getEnvelope(), text };
  try {
    await Promise.race([lost.promise, converse(connection, parts)]);
    leave(connection);
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    settled.abort();
    clearTimeout(deadline);
    clearTimeout(grace);
  }
}

/** Ends the session as RFC 5321 §4.1.1.10 demands. The message is confirmed: nothing waits for the response. */
function leave(connection: SMTPConnection): void {
  const patience = setTimeout(() => connection.close(), QUIT_TIMEOUT_MS).unref();
  connection.once('end', () => clearTimeout(patience));
  connection.quit();
}
