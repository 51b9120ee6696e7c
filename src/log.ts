import pino, { type Logger, type LoggerOptions } from 'pino';
import type { Config } from './config.js';
import { withoutSecrets } from './log-secrets.js';
import { currentRequest } from './request/record.js';

export type { Logger };

/** Every line that is written for a request has its id. */
export const requestMixin = (): { requestId?: string } => {
  const request = currentRequest();
  return request ? { requestId: request.id } : {};
};

/** Nothing that can hold a secret is logged on purpose; what holds one all the same loses it here. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  mixin: requestMixin,
  hooks: { streamWrite: withoutSecrets },
});

/** Whether a person reads along. */
export const isRead = (): boolean => process.stdout.isTTY;

/** What stands in the sentence of a line about a request need not stand behind it as well. */
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

/** Readable in a terminal, JSON lines otherwise. */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino({ ...logOptions(logLevel), ...(isRead() && { transport: pretty }) });
}
