import pino from 'pino';
import type { Config } from '../../config/config.js';
import { isRead, type Logger, withoutSecrets } from './log.js';
import type { AnsweredRequest, Told } from '../request/watch.js';

/** Writes one line per completed request. */
export type AccessLog = Told;

/** Writes of up to 4,096 bytes to a pipe are atomic, so lines of several processes do not interleave. */
const AT_ONCE_BYTES = 4_096;
const WITHIN_MS = 250;
const LONGEST_PATH = 512;

/** Logs at `info`, in batches; in a terminal, where the lines would hide all others, at `debug`. */
export function createAccessLog({ logLevel }: Pick<Config, 'logLevel'>, log: Logger): AccessLog {
  if (isRead()) return accessTo(log, 'debug');
  const destination = pino.destination({
    ...{ dest: 1, sync: true, minLength: AT_ONCE_BYTES - 1, maxWrite: AT_ONCE_BYTES, periodicFlush: WITHIN_MS },
  });
  process.once('exit', () => destination.flushSync());
  return accessTo(pino({ level: logLevel }, destination), 'info');
}

/** @param level of the lines */
export function accessTo(log: Logger, level: 'info' | 'debug'): AccessLog {
  if (!log.isLevelEnabled(level)) return () => undefined;
  return (answered) => log[level](lineOf(answered), 'Request completed');
}

/** Logs only the path of what the client sent, because queries and bodies are private. */
function lineOf({
  request,
  url,
  id,
  route,
  viewer,
  status,
  ms,
  bytes,
  isWhole,
  statements,
  statementMs,
}: AnsweredRequest) {
  return {
    requestId: id,
    method: request.method,
    path: pathOf(url),
    route,
    status,
    ms: rounded(ms),
    bytes,
    ...(viewer && { viewer: viewer.id, application: viewer.application?.id }),
    ...(statements > 0 && { statements, statementMs: rounded(statementMs) }),
    ...(!isWhole && { clientLeft: true }),
  };
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  const path = url.slice(0, Math.min(query === -1 ? url.length : query, LONGEST_PATH));
  return path.includes('lec_') ? withoutSecrets(path) : path;
}

/** Rounds milliseconds to 2 decimals. */
const rounded = (ms: number): number => Math.round(ms * 100) / 100;
