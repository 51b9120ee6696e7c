import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { atTheEnd } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { runCommand, type Ended } from '../support/process.js';

const CLI = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

/** The command line on a database of its own. */
export interface CommandLine {
  readonly database: TestDatabase;
  readonly environment: Readonly<Record<string, string>>;
  readonly lectern: (...words: string[]) => Promise<Ended>;
}

/** A migrated, empty database, and commands that run on it. It goes at the end. */
export async function commandLine(more: Readonly<Record<string, string>> = {}): Promise<CommandLine> {
  const database = await freshDatabase();
  atTheEnd(() => database.drop());
  const environment = { DATABASE_URL: urlOf(database.address), DATA_DIR: await dataFolder(), ...more };
  return { database, environment, lectern: (...words) => runCommand(words, environment) };
}

/** Runs a command to its end, with something on its standard input. */
export async function commandWithInput(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input: string | Buffer,
): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A command that refuses does not read to the end.
  child.stdin.on('error', () => child.stdin.destroy());
  child.stdin.end(input);
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, output, errors };
}

/**
 * Runs a command on a terminal of its own (Debian's bsdutils), on which somebody types once the question stands there.
 * What both outputs say comes as one, with what the terminal is told between.
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
