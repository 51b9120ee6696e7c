import pino from 'pino';
import type { Config } from '../../config/config.js';
import { isTerminal, type Logger, redactSecrets } from './log.js';
import type { CompletedRequest, CompletedRequestListener } from '../request/track-requests.js';

/** Writes one line per completed request. */
export type AccessLog = CompletedRequestListener;

/** Writes of up to 4,096 bytes to a pipe are atomic, so lines of several processes do not interleave. */
const BATCH_BYTES = 4_096;
const FLUSH_INTERVAL_MS = 250;
const MAX_PATH_LENGTH = 512;

/** Logs at `info`, in batches; in a terminal, where the lines would hide all others, at `debug`. */
export function createAccessLog({ logLevel }: Pick<Config, 'logLevel'>, log: Logger): AccessLog {
  if (isTerminal()) return accessLogTo(log, 'debug');
  const destination = pino.destination({
    ...{ dest: 1, sync: true, minLength: BATCH_BYTES - 1, maxWrite: BATCH_BYTES, periodicFlush: FLUSH_INTERVAL_MS },
  });
  process.once('exit', () => destination.flushSync());
  return accessLogTo(pino({ level: logLevel }, destination), 'info');
}

/** @param level of the lines */
export function accessLogTo(log: Logger, level: 'info' | 'debug'): AccessLog {
  if (!log.isLevelEnabled(level)) return () => undefined;
  return (completed) => log[level](lineOf(completed), 'Request completed');
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
  isComplete,
  statements,
  statementMs,
}: CompletedRequest) {
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
    ...(!isComplete && { clientLeft: true }),
  };
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  const path = url.slice(0, Math.min(query === -1 ? url.length : query, MAX_PATH_LENGTH));
  const readable = path.includes('%') ? decodeAscii(path) : path;
  return /lec_|v1\./.test(readable) ? redactSecrets(readable) : path;
}

/** Routes match decoded paths, so a secret may be percent-encoded. Unlike `decodeURIComponent`, never throws. */
const decodeAscii = (path: string): string =>
  path.replaceAll(/%([2-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Rounds milliseconds to 2 decimals. */
const rounded = (ms: number): number => Math.round(ms * 100) / 100;
