import { createTransport } from 'nodemailer';
import { GiveUp } from '../jobs/job.js';
import { mime } from './mime.js';
import type { MailTransport } from './transport.js';

const TIMEOUT_MS = 10_000;
const timeouts = {
  dnsTimeout: TIMEOUT_MS,
  connectionTimeout: TIMEOUT_MS,
  greetingTimeout: TIMEOUT_MS,
  socketTimeout: TIMEOUT_MS,
};
/** Bounds a whole attempt: a server that trickles data stays below every other timeout. */
const ATTEMPT_MS = 30_000;

/** Error codes of nodemailer for a rejected sender, recipient or message, rather than a failed connection or login. */
const ABOUT_THE_MESSAGE = new Set(['EENVELOPE', 'EMESSAGE']);

/** Delivers through the server of `SMTP_URL`, with one connection per message. */
export function smtpTransport(url: string): MailTransport {
  const transport = createTransport({ url, ...timeouts });
  return {
    async deliver(message, signal) {
      try {
        await transport.sendMail({
          ...mime(message),
          signal: AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]),
        });
      } catch (error) {
        throw told(error);
      }
    },
  };
}

/** Redacts addresses and links, which servers often repeat, from an error. Omits the original error as cause. */
function told(error: unknown): Error {
  const { code, command, responseCode, message } = Object(error) as Record<string, unknown>;
  const reason = `${String(message)} (${[code, command].filter(Boolean).join(', ')})`
    .replace(/\b[a-z]+:\/\/\S+/gi, '(a link)')
    .replace(/\S+@\S+/g, '(an address)');
  const forGood = typeof responseCode === 'number' && responseCode >= 500 && ABOUT_THE_MESSAGE.has(String(code));
  return forGood ? new GiveUp(reason) : new Error(reason);
}
