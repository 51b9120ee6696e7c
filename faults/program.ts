import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ServerAccount } from '../src/database/embedded/account.js';
import type { Cleanup } from '../src/server/composition/lifecycle.js';
import { endWithUs, hasEnded } from './processes.js';
import { within } from './waiting.js';

/** Debian's folder for server programs, which is not in every `PATH`. */
const SERVERS = '/usr/sbin';

/** Path of an installed program; undefined if it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), SERVERS];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Path of the library that fakes the clock of a process; undefined if it is not installed. */
export function findFaketime(): string | undefined {
  const libraries = '/usr/lib';
  const folders = readdirSync(libraries).map((name) => join(libraries, name, 'faketime'));
  return folders.map((folder) => join(folder, 'libfaketime.so.1')).find((path) => existsSync(path));
}

/** Runs a program until the end of the fault. `check` throws its standard error if it has exited early. */
export function runProgram(
  name: string,
  given: readonly string[],
  cleanup: Cleanup,
  account?: ServerAccount,
): { readonly check: () => void } {
  const child = endWithUs(
    spawn(findProgram(name)!, given, { ...account, cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'] }),
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
  cleanup.add(() => end(name, child));
  return {
    check() {
      if (hasEnded(child)) throw new Error(`${name} ended: ${said}`);
    },
  };
}

async function end(name: string, child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await within(`${name} ends`, ended);
}
