import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { open } from 'node:fs/promises';
import { OperatorError } from '../../config/operator-error.js';
import { connectionTo, type EmbeddedConnection, isReady } from './connection.js';
import { findPostmaster, type ServerParameters, spawnPostmaster } from './postmaster.js';

/** A server that accepts connections. */
export interface ReadyServer {
  readonly how: 'started' | 'adopted';
  readonly pid: number;
  readonly connection: EmbeddedConnection;
  /** the process of the server if this process has started it */
  readonly child?: ChildProcess;
}

const POLL_MS = 20;
/** Crash recovery may take a while. */
const READY_TIMEOUT_MS = 60_000;
/** Orphaned backends of a killed server hold its shared memory until they notice. */
const RETRY_TIMEOUT_MS = 10_000;
const RETRY_PAUSE_MS = 100;
/** Output of a server that exited because another one uses the cluster. */
const IN_USE = /lock file .* already exists|shared memory block .* is still in use/;

/**
 * Adopts the server that runs on the cluster, or starts one, and waits until it accepts connections.
 * @param signal aborts, and stops a server that was just started
 * @throws OperatorError if no server accepts connections, with the last line of its log
 */
export async function startOrAdopt(parameters: ServerParameters, signal?: AbortSignal): Promise<ReadyServer> {
  const begin = Date.now();
  const logBegin = await logSize(parameters.logFile);
  let attempt: Attempt | undefined;
  for (;;) {
    if (signal?.aborted === true) {
      await abandon(attempt);
      signal.throwIfAborted();
    }
    const running = await findPostmaster(parameters.cluster);
    if (running !== undefined) {
      const connection = connectionTo(running.socketDirectory, running.port);
      if (await isReady(connection)) return readyServer(running.pid, connection, attempt?.child);
    } else if (attempt === undefined) {
      attempt = await startAttempt(parameters);
    } else if (attempt.ended !== undefined) {
      const reason = attempt.ended.message ?? (await lastLogLine(parameters.logFile, attempt.logBegin));
      if (!IN_USE.test(reason) || Date.now() - begin > RETRY_TIMEOUT_MS) throw startError(parameters, reason);
      await delay(RETRY_PAUSE_MS);
      attempt = undefined;
      continue;
    }
    if (Date.now() - begin > READY_TIMEOUT_MS)
      throw startError(parameters, await lastLogLine(parameters.logFile, logBegin));
    await delay(POLL_MS);
  }
}

interface Attempt {
  readonly child: ChildProcess;
  readonly logBegin: number;
  /** set once the process has exited; with a message if it could not be spawned */
  ended?: { readonly message?: string };
}

async function startAttempt(parameters: ServerParameters): Promise<Attempt> {
  const logBegin = await logSize(parameters.logFile);
  const attempt: Attempt = { child: spawnPostmaster(parameters), logBegin };
  once(attempt.child, 'exit').then(
    () => (attempt.ended = {}),
    (error: Error) => (attempt.ended = { message: error.message }),
  );
  return attempt;
}

async function abandon(attempt: Attempt | undefined): Promise<void> {
  attempt?.child.kill('SIGINT');
  while (attempt !== undefined && attempt.ended === undefined) await delay(POLL_MS);
}

function readyServer(pid: number, connection: EmbeddedConnection, child: ChildProcess | undefined): ReadyServer {
  return child?.pid === pid ? { how: 'started', pid, connection, child } : { how: 'adopted', pid, connection };
}

function startError(parameters: ServerParameters, reason: string): OperatorError {
  return new OperatorError(
    `PostgreSQL failed to start on ${parameters.cluster} (${reason}): see ${parameters.logFile}, or set DATABASE_URL to another ` +
      'server.',
  );
}

/**
 * Returns the line since byte `from` that best explains why the server exited: the last FATAL or PANIC, or the last.
 */
async function lastLogLine(logFile: string, from: number): Promise<string> {
  const lines = (await readFrom(logFile, from)).split('\n').filter((line) => line.trim() !== '');
  const relevant = lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.at(-1);
  return relevant?.trim() ?? 'no log output';
}

/** Size of the log in bytes. */
async function logSize(logFile: string): Promise<number> {
  const log = await open(logFile, 'a', 0o600);
  try {
    return (await log.stat()).size;
  } finally {
    await log.close();
  }
}

async function readFrom(logFile: string, from: number): Promise<string> {
  const log = await open(logFile, 'r');
  try {
    const { size } = await log.stat();
    const { buffer, bytesRead } = await log.read({ buffer: Buffer.alloc(Math.max(0, size - from)), position: from });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await log.close();
  }
}
