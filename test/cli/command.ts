import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { atTheEnd } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import type { Ended } from '../support/process.js';
import { runInProcess } from './in-process.js';

const CLI = fileURLToPath(new URL('../../bin/lectern.js', import.meta.url));

/** The command line on a separate database. */
export interface CommandLine {
  readonly database: TestDatabase;
  readonly environment: Readonly<Record<string, string>>;
  readonly lectern: (...words: string[]) => Promise<Ended>;
}

/** Creates a migrated, empty database, and commands that run on it. Dropped at the end. */
export async function commandLine(more: Readonly<Record<string, string>> = {}): Promise<CommandLine> {
  const database = await freshDatabase();
  atTheEnd(() => database.drop());
  const environment = { DATABASE_URL: urlOf(database.address), DATA_DIR: await dataFolder(), ...more };
  return { database, environment, lectern: (...words) => runInProcess(words, environment) };
}

/** Runs a command to completion, with the given standard input. */
export async function commandWithInput(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input: string | Buffer,
): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A failing command may not read its whole input.
  child.stdin.on('error', () => child.stdin.destroy());
  child.stdin.end(input);
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, output, errors };
}

/**
 * Runs a command on a pseudo-terminal (Debian's bsdutils) and types the input when the prompt appears. Both outputs are
 * merged, including the echo of the input.
 */
export async function commandOnTerminal(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  typed: string,
): Promise<{ readonly code: number | null; readonly screen: string }> {
  const command = [process.execPath, CLI, ...words].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let screen = '';
  let answered = false;
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    screen += part;
    if (answered || !screen.includes('(y/N)')) return;
    answered = true;
    child.stdin.write(typed);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, screen };
}
