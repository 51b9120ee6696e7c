import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { atTheEnd } from './clean-up.js';
import { eventually } from './process.js';

/** A data folder that does not exist yet, in a temporary folder. Removed at the end, with its PostgreSQL. */
export async function dataFolder(): Promise<string> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'lectern-process-')));
  // For root the server runs under another account, which needs access.
  await chmod(parent, 0o755);
  const folder = join(parent, 'data');
  atTheEnd(async () => {
    const pid = await postmasterOf(folder);
    if (pid !== undefined) {
      process.kill(pid, 'SIGKILL');
      await eventually(() => !isAlive(pid));
    }
    await rm(parent, { recursive: true, force: true });
  });
  return folder;
}

/** Process ID of the PostgreSQL that runs in the data folder; undefined if none does. */
export async function postmasterOf(folder: string): Promise<number | undefined> {
  const pid = Number((await postmasterFile(folder))[0]);
  return pid && isAlive(pid) ? pid : undefined;
}

/** A pool on the running PostgreSQL of the data folder, bypassing the service. It ends with the test. */
export async function poolOn(folder: string): Promise<pg.Pool> {
  const lines = await postmasterFile(folder);
  const address = { host: lines[4] ?? '', port: Number(lines[3]), user: 'lectern', database: 'lectern', ssl: false };
  const pool = new pg.Pool({ ...address, max: 8 });
  // Servers are killed here; the affected statement rejects.
  pool.on('error', () => undefined);
  atTheEnd(() => pool.end());
  return pool;
}

/** Lines of `postmaster.pid`: 0 the process, 3 the port, 4 the socket's folder; none without the file. */
async function postmasterFile(folder: string): Promise<string[]> {
  try {
    return (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code');
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

/** Kills PostgreSQL like a power failure. */
export const killPostgres = (folder: string): Promise<void> => signalPostgres(folder, 'SIGKILL');

/** Signals the postmaster and all its children. SIGSTOP must be followed by SIGCONT: nothing else ends the children. */
export async function signalPostgres(folder: string, signal: NodeJS.Signals): Promise<void> {
  const postmaster = (await postmasterOf(folder)) ?? 0;
  // A stopped postmaster forks no child that would survive it for a moment, and still answer.
  if (signal === 'SIGKILL' && postmaster !== 0) process.kill(postmaster, 'SIGSTOP');
  const list = `/proc/${postmaster}/task/${postmaster}/children`;
  const children = existsSync(list) ? readFileSync(list, 'utf8').trim().split(' ').map(Number) : [];
  for (const pid of [postmaster, ...children]) if (pid !== 0 && isAlive(pid)) process.kill(pid, signal);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ESRCH') return false;
    throw error;
  }
}
