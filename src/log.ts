import pino, { type Logger } from 'pino';
import type { Config } from './config.js';

/** Readable in a terminal, JSON lines otherwise. Nothing that can hold a token is ever logged. */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  const readable = process.stdout.isTTY
    ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } } }
    : {};
  return pino({ level: logLevel, ...readable });
}

export type { Logger };
