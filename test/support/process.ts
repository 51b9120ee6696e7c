import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atTheEnd } from './clean-up.js';
import { record, recordConfiguration, recordOutput, RECORDING_VARIABLE } from './recording.js';
import { unlimitedWrites } from './unlimited-writes.js';

const DIST = fileURLToPath(new URL('../../', import.meta.url));
/** Working directory of `npm start`: the service locates the playground relative to it. */
const ROOT = dirname(DIST);
/** Compiled code for V8, as for `npm start`: starts take a tenth less. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/lectern');
const POLL_MS = 20;
/** Generous, for two slow cores with other load. */
const WITHIN_MS = 300_000;

/** The end of a process. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A process of Lectern, and its output so far. */
export interface LecternProcess {
  readonly child: ChildProcess;
  /** Standard output. */
  readonly output: () => string;
  readonly ended: Promise<Ended>;
}

/** A service whose banner has been read. */
export interface ServiceProcess extends LecternProcess {
  readonly base: string;
  readonly adminBase: string;
}

const inherited = () => ({ PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' });

/** Starts a process with its own environment, which inherits only the path of Node. */
export function spawnLectern(
  command: string,
  given: readonly string[],
  environment: Record<string, string>,
): LecternProcess {
  const child = spawn(command, given, {
    cwd: ROOT,
    env: { ...recording(), ...inherited(), NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part));
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, output, errors })));
  recordConfiguration(environment);
  void ended.then(({ output: said }) => recordEnd(environment['DATA_DIR'], said, errors));
  const exited = new Promise((resolve) => child.once('exit', resolve));
  atTheEnd(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return { child, output: () => output, ended };
}

/** Makes a Node process record its responses. */
const RECORD = ['--import', `${DIST}test/support/record-process.js`];

const recording = (): Record<string, string> => ({ [RECORDING_VARIABLE]: process.env[RECORDING_VARIABLE] ?? '' });

/** Only log lines: other standard output, such as a new password, is meant for its reader. */
export function recordEnd(dataDirectory: string | undefined, output: string, errors: string): void {
  recordOutput(
    `${errors}\n${output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join('\n')}`,
  );
  const key = join(dataDirectory ?? '', 'secret-key');
  if (dataDirectory !== undefined && existsSync(key)) record({ kind: 'secret', value: readFileSync(key, 'utf8') });
}

/** Starts a service on free ports without waiting. */
export function spawnService(environment: Record<string, string>, ...nodeOptions: string[]): LecternProcess {
  const ports = { PORT: '0', ADMIN_PORT: '0' };
  return spawnLectern(process.execPath, [...RECORD, ...nodeOptions, `${DIST}bin/main.js`], {
    ...ports,
    ...unlimitedWrites,
    ...environment,
  });
}

/** Starts a service on free ports and waits for its banner. */
export function startProcess(environment: Record<string, string>): Promise<ServiceProcess> {
  return untilBanner(spawnService(environment));
}

/** Waits for the banner, and parses the addresses of the service from it. */
export async function untilBanner(started: LecternProcess): Promise<ServiceProcess> {
  let over: Ended | undefined;
  void started.ended.then((ended) => (over = ended));
  const banner = /Landing page {3}(\S+)\/\n[^]*Health {9}(\S+)\/ready\n[^]*Stop with Ctrl-C/;
  await eventually(() => over !== undefined || banner.test(started.output()));
  const [, base, adminBase] = banner.exec(started.output()) ?? [];
  if (!base || !adminBase) throw new Error(`No banner, but ${JSON.stringify(over)}`);
  return { ...started, base, adminBase };
}

/** Starts `lectern <words>`. */
export function spawnCommand(
  words: readonly string[],
  environment: Record<string, string>,
  ...nodeOptions: string[]
): LecternProcess {
  return spawnLectern(process.execPath, [...nodeOptions, `${DIST}bin/lectern.js`, ...words], environment);
}

/** Runs `lectern <words>` to completion. */
export function runCommand(words: readonly string[], environment: Record<string, string>): Promise<Ended> {
  return spawnCommand(words, environment).ended;
}

/** Sends the signal, and waits for the exit. */
export function stopProcess({ child, ended }: LecternProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
  child.kill(signal);
  return ended;
}

/** Polls until the condition holds; fails after 100 seconds. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const begin = Date.now(); Date.now() - begin < WITHIN_MS; await delay(POLL_MS)) {
    if (await condition()) return;
  }
  throw new Error(`Not within ${WITHIN_MS / 1_000} s: ${String(condition)}`);
}

/** The status of a GET; 0 if the connection is refused. */
export async function statusOf(url: string): Promise<number> {
  try {
    const response = await fetch(url, { headers: { Connection: 'close' } });
    await response.text();
    return response.status;
  } catch (error) {
    // No instanceof: fetch throws errors of another realm than the test runner's sandbox.
    if (Reflect.get(Object(error), 'message') === 'fetch failed') return 0;
    throw error;
  }
}
