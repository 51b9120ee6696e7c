import pino, { type Logger, type LoggerOptions } from 'pino';
import type { Config } from '../../config/config.js';
import { currentRequest } from '../request/request-record.js';

export type { Logger };

/** Adds the request ID to every line logged during a request. */
export const requestMixin = (): { requestId?: string } => {
  const request = currentRequest();
  return request ? { requestId: request.id } : {};
};

/** No secret is logged intentionally; the hook redacts those that slip through. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  mixin: requestMixin,
  hooks: { streamWrite: redactSecrets },
});

/** Whether the log is written to a terminal. */
export const isTerminal = (): boolean => process.stdout.isTTY;

/** Message format of lines about requests; the fields that it contains are omitted after the message. */
const REQUEST =
  '{if method}{method} {path} {status} in {ms} ms{end}{if statement}{statement}: {ms} ms, {rows} rows{end}';
const pretty = {
  target: 'pino-pretty',
  options: {
    ignore: 'pid,hostname,method,path,status,ms,statement,rows',
    messageFormat: `{msg} ${REQUEST}`,
    translateTime: 'HH:MM:ss',
    singleLine: true,
  },
};

/** Pretty-printed in a terminal, JSON lines otherwise. */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino({ ...logOptions(logLevel), ...(isTerminal() && { transport: pretty }) });
}

/** Patterns of secrets, with their replacements. Values are JSON-encoded, as in a log line. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/lec_[\w-]{20,}/g, 'lec_…'],
  [/whsec_[\w+/=]{20,}/g, 'whsec_…'],
  // A sealed text (`secret-box.ts`), such as that of a link in a mail.
  [/\bv1\.[\w-]{40,}/g, 'v1.…'],
  [/\b(bearer|oauth|basic) +[\w.~+/=-]{8,}/gi, '$1 …'],
  // The password in a URL, such as that of a database or mail server.
  [/(:\/\/[^\s:/@"\\]*:)[^\s@"\\]+@/g, '$1…@'],
  [/("[\w-]*(?:password|secret|authorization|cookie|token)":)"(?:[^"\\]|\\.)*"/gi, '$1"…"'],
  [/([?&](?:[\w-]*(?:password|secret|token|verifier)|code)=)[^&\s"\\]+/gi, '$1…'],
];

/** Redacts everything in a log line that resembles a secret. */
export function redactSecrets(line: string): string {
  return SECRETS.reduce((text, [secret, instead]) => text.replace(secret, instead), line);
}

const INTERVAL_MS = 60_000;

/**
 * Throttles log lines to one per key and minute.
 *
 * @param write receives the number of lines suppressed since the last one
 */
export type LogThrottle = (key: string, write: (suppressed: number) => void) => void;

/** @param now monotonic clock in milliseconds */
export function createLogThrottle(now: () => number = () => performance.now()): LogThrottle {
  const entries = new Map<string, { at: number; suppressed: number }>();
  return (key, write) => {
    const last = entries.get(key);
    if (last && now() - last.at < INTERVAL_MS) {
      last.suppressed += 1;
      return;
    }
    for (const [key, { at }] of entries) if (now() - at >= INTERVAL_MS) entries.delete(key);
    entries.set(key, { at: now(), suppressed: 0 });
    write(last?.suppressed ?? 0);
  };
}
