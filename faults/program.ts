import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ServerAccount } from '../src/database/embedded/account.js';
import type { Teardown } from '../src/teardown.js';
import { endWithUs, hasEnded } from './processes.js';
import { within } from './waiting.js';

/** Where Debian puts servers; not every account's `PATH` has it. */
const SERVERS = '/usr/sbin';

/** Where a program of this machine is; undefined when it has none of that name. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), SERVERS];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** The library that gives a process another clock; undefined where it is not installed. */
export function findFaketime(): string | undefined {
  const libraries = '/usr/lib';
  const folders = readdirSync(libraries).map((name) => join(libraries, name, 'faketime'));
  return folders.map((folder) => join(folder, 'libfaketime.so.1')).find((path) => existsSync(path));
}

/** Runs a program in the foreground until the fault is over. What it says on standard error is thrown when it ends early. */
export function runProgram(
  name: string,
  given: readonly string[],
  teardown: Teardown,
  account?: ServerAccount,
): { readonly check: () => void } {
  const child = endWithUs(
    spawn(findProgram(name)!, given, { ...account, cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'] }),
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
  teardown.add(() => end(name, child));
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
