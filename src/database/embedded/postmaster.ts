import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

import type { ServerAccount } from './account.js';
import type { Binaries } from './binaries.js';
import { hasCode } from './error-code.js';
import { SERVER_ENVIRONMENT } from './initdb.js';
import { PORT } from './socket-directory.js';

/** The parameters for starting the server of a cluster. */
export interface Site {
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
  const occupant = occupantOf(pid);
  if (occupant === 'nobody') return undefined;
  if (occupant === 'other') {
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
export function spawnPostmaster(site: Site): ChildProcess {
  const settings = Object.entries({ ...site.settings, ...fixedSettings(site) });
  const log = openSync(site.logFile, 'a', 0o600);
  try {
    const given = ['-D', site.cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    const child = spawn(join(site.binaries.folder, 'postgres'), given, {
      cwd: '/',
      detached: true,
      env: SERVER_ENVIRONMENT,
      stdio: ['ignore', log, log],
      ...site.account,
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

function fixedSettings(site: Site): Record<string, string> {
  return {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: site.socketDirectory,
    unix_socket_permissions: '0700',
    'lectern.data_directory': site.dataDirectory,
  };
}

/** Whether a PostgreSQL process of this account, or of any for root, has this PID. */
export function isPostgres(pid: number): boolean {
  return occupantOf(pid) === 'postgres';
}

/** Inspects the process, because PIDs are reused, above all in containers: a live process may be another one. */
function occupantOf(pid: number): 'postgres' | 'other' | 'nobody' {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (hasCode(error, 'ESRCH', 'EPERM')) return 'nobody'; // EPERM: owned by another account
    throw error;
  }
  if (!existsSync('/proc/self/cmdline')) return 'postgres'; // macOS has no /proc: the PID must suffice
  try {
    // Empty for a zombie, which persists if PID 1 of a container is no init.
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '';
    return basename(command) === 'postgres' ? 'postgres' : 'other';
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH')) return 'nobody';
    throw error;
  }
}
