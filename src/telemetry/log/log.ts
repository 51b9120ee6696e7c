import pino, { type Logger, type LoggerOptions } from 'pino';
import type { Config } from '../../config/config.js';
import { withoutSecrets } from './log-secrets.js';
import { currentRequest } from '../request/record.js';

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
  hooks: { streamWrite: withoutSecrets },
});

/** Whether the log is written to a terminal. */
export const isRead = (): boolean => process.stdout.isTTY;

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
  return pino({ ...logOptions(logLevel), ...(isRead() && { transport: pretty }) });
}
