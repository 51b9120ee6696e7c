import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ServerAccount } from './account.js';
import type { Binaries } from './binaries.js';
import { hasCode } from './error-code.js';
import { SERVER_ENVIRONMENT } from './create-cluster.js';
import { PORT } from './socket-directory.js';

/** The parameters for starting the server of a cluster. */
export interface ServerParameters {
  readonly dataDirectory: string;
  readonly cluster: string;
  readonly logFile: string;
  readonly socketDirectory: string;
  readonly binaries: Binaries;
  readonly account: ServerAccount | undefined;
  readonly settings: Readonly<Record<string, string>>;
}

/** A running server, as described by its `postmaster.pid`. */
export interface RunningPostmaster {
  readonly pid: number;
  readonly port: number;
  readonly socketDirectory: string;
}

/**
 * Finds the server that runs on the cluster, ready or not; undefined if none does. Removes a stale `postmaster.pid` if
 * PostgreSQL would not do so itself.
 */
export async function findPostmaster(cluster: string): Promise<RunningPostmaster | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const lines = await readFile(file, 'utf8').then(
    (text) => text.split('\n'),
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    },
  );
  // Fewer lines: the server is still writing the file.
  const [pid, port, socketDirectory] = [Number(lines[0]), Number(lines[3]), lines[4]];
  if (!pid) return undefined;
  const kind = processKind(pid);
  if (kind === 'none') return undefined;
  if (kind === 'other') {
    // PostgreSQL would mistake any live process of its account with this PID for a server, and refuse to start.
    await rm(file, { force: true });
    return undefined;
  }
  return port && socketDirectory ? { pid, port, socketDirectory } : undefined;
}

/**
 * Spawns the server in its own session, so that Ctrl-C in the terminal reaches only the service, which stops the server
 * last. Its exit is an event of the child; an executable that cannot run emits an 'error' event. Synchronous, because a
 * server that exits at once would otherwise do so before a listener is attached.
 */
export function spawnPostmaster(parameters: ServerParameters): ChildProcess {
  const settings = Object.entries({ ...parameters.settings, ...fixedSettings(parameters) });
  const log = openSync(parameters.logFile, 'a', 0o600);
  try {
    const args = ['-D', parameters.cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    const child = spawn(join(parameters.binaries.folder, 'postgres'), args, {
      cwd: '/',
      detached: true,
      env: SERVER_ENVIRONMENT,
      stdio: ['ignore', log, log],
      ...parameters.account,
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

function fixedSettings(parameters: ServerParameters): Record<string, string> {
  return {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: parameters.socketDirectory,
    unix_socket_permissions: '0700',
    'lectern.data_directory': parameters.dataDirectory,
  };
}

/** Whether a PostgreSQL process of this account, or of any for root, has this PID. */
export function isPostgres(pid: number): boolean {
  return processKind(pid) === 'postgres';
}

/** Inspects the process, because PIDs are reused, above all in containers: a live process may be another one. */
function processKind(pid: number): 'postgres' | 'other' | 'none' {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (hasCode(error, 'ESRCH', 'EPERM')) return 'none'; // EPERM: owned by another account
    throw error;
  }
  if (!existsSync('/proc/self/cmdline')) return 'postgres'; // macOS has no /proc: the PID must suffice
  try {
    // Empty for a zombie, which persists if PID 1 of a container is no init.
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '';
    return basename(command) === 'postgres' ? 'postgres' : 'other';
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH')) return 'none';
    throw error;
  }
}
