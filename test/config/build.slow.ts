import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { isAlive } from '../support/data-folder.js';
import { eventually } from '../support/process.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Logs its process, then compiles; waits first while the file `hold` exists. */
const COMPILER = `
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
appendFileSync('compilations', process.pid + '\\n');
if (existsSync('hold')) {
  mkdirSync('dist/src', { recursive: true });
  writeFileSync('dist/src/main.js', 'half written');
  await new Promise((resolve) => setTimeout(resolve, 600_000));
}
const { status } = spawnSync(process.execPath, ['${ROOT}node_modules/typescript7/bin/tsc', ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status);
`;

let original: string;
let folder: string;

afterEach(async () => {
  for (const pid of compilations().filter(isAlive)) process.kill(pid, 'SIGKILL');
  await cleanUp();
});

/** A small project with the build scripts of this one, built once: that takes ten seconds. */
beforeAll(async () => {
  original = await mkdtemp(join(tmpdir(), 'lectern-built-'));
  folder = original;
  await cp(join(ROOT, '.config'), join(folder, '.config'), { recursive: true });
  await cp(join(ROOT, 'dist-playground/.stamp'), join(folder, 'dist-playground/.stamp'));
  const session = 'src/http/pages/scripts/session.js';
  await cp(join(ROOT, session), join(folder, session));
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (!/^(?:typescript7|\..*)$/.test(name)) {
      await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    }
  }
  await write('node_modules/typescript7/package.json', '{"type":"module"}');
  await write('node_modules/typescript7/bin/tsc', COMPILER);
  await write('node_modules/.package-lock.json', '{}');
  await write('package.json', '{"type":"module"}');
  const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as Record<string, object>;
  await write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src', 'absent'] }));
  await write('src/main.ts', "import { word } from './word.js';\nprocess.stdout.write(word);\n");
  await write('src/word.ts', "export const word = 'first';\n");
  await write('src/cli/main.ts', "process.stdout.write(process.argv.slice(2).join(' '));\n");
  await write('src/transfer/schedule/import-program.ts', '');
  expect(await build()).toBe(0);
});
afterAll(() => rm(original, { recursive: true, force: true }));

/** A copy of it. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-build-'));
  atTheEnd(() => rm(folder, { recursive: true, force: true }));
  await cp(original, folder, { recursive: true, verbatimSymlinks: true });
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null; readonly output: string }>;
}

function start(...parameters: string[]): Run {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...parameters], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, output }));
  atTheEnd(() => child.kill('SIGKILL'));
  return { child, ended };
}

const build = async () => (await start('.config/build.mjs').ended).code;
const run = async (...words: string[]) => (await start('.config/run.mjs', ...words).ended).output;

/** Process IDs of the compiler so far. */
const compilations = (): number[] =>
  existsSync(join(folder, 'compilations'))
    ? readFileSync(join(folder, 'compilations'), 'utf8').trim().split('\n').map(Number)
    : [];

it('runs the program with its arguments, and compiles only after changes', async () => {
  expect(await run('dist/bin/lectern.js', 'config', '--json')).toBe('config --json');
  expect(await run('dist/bin/main.js')).toBe('first');
  expect(await build()).toBe(0);
  expect(compilations()).toHaveLength(1);

  await write('src/word.ts', "export const word = 'second';\n");
  expect(await run('dist/bin/main.js')).toBe('second');
  expect(compilations()).toHaveLength(2);
});

it('compares contents, since a checkout changes the times of files, and other tools preserve them', async () => {
  const word = join(folder, 'src/word.ts');
  const past = new Date('2020-01-01');
  await utimes(word, past, past);
  expect(await build()).toBe(0);
  await utimes(word, new Date(), new Date());
  expect(await build()).toBe(0);
  expect(compilations()).toHaveLength(1);

  await write('src/word.ts', "export const word = 'other';\n");
  await utimes(word, past, past);
  expect(await run('dist/bin/main.js')).toBe('other');
  await write('src/word.ts', "export const word = 'first';\n");
  expect(await run('dist/bin/main.js')).toBe('first');
  expect(compilations()).toHaveLength(3);
});

it('removes the outputs of a deleted source, and writes them again when it returns', async () => {
  await write('src/gone.ts', 'export const gone = true;\n');
  expect(await build()).toBe(0);
  const outputs = ['gone.js', 'gone.js.map'].map((name) => join(folder, 'dist/src', name));
  expect(outputs.map((path) => existsSync(path))).toEqual([true, true]);

  await rm(join(folder, 'src/gone.ts'));
  expect(await build()).toBe(0);
  expect(outputs.map((path) => existsSync(path))).toEqual([false, false]);

  await write('src/gone.ts', 'export const gone = true;\n');
  expect(await build()).toBe(0);
  expect(outputs.map((path) => existsSync(path))).toEqual([true, true]);
});

it.each(['package-lock.json', 'node_modules/.package-lock.json', 'tsconfig.json', '.config/build.mjs'])(
  'builds again after a change of %s',
  async (path) => {
    expect([await build(), await build()]).toEqual([0, 0]);
    await appendFile(join(folder, path), '\n');
    expect([await build(), await build()]).toEqual([0, 0]);
    expect(compilations()).toHaveLength(2);
  },
);

it('builds again if an output is missing', async () => {
  expect(await build()).toBe(0);
  await rm(join(folder, 'dist/bin/lectern.js'));
  expect(await run('dist/bin/lectern.js', 'there')).toBe('there');
});

it('reports type errors each time, until they are fixed', async () => {
  await write('src/word.ts', "export const word: number = 'first';\n");
  for (const _ of [1, 2]) {
    const { code, output } = await start('.config/build.mjs').ended;
    expect([code, output]).toEqual([2, expect.stringContaining('src/word.ts(1,14): error TS2322')]);
  }
  await write('src/word.ts', "export const word = 'mended';\n");
  expect(await run('dist/bin/main.js')).toBe('mended');
});

it.each(['SIGTERM', 'SIGKILL'] as const)('completes a build that %s interrupted', async (signal) => {
  expect(await build()).toBe(0);
  await write('src/word.ts', "export const word = 'second';\n");
  await write('hold', '');
  const { child } = start('.config/build.mjs');
  await eventually(() => readFileSync(join(folder, 'dist/src/main.js'), 'utf8') === 'half written');
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([null, signal]);

  await rm(join(folder, 'hold'));
  expect(await run('dist/bin/main.js')).toBe('second');
  expect(await run('dist/bin/lectern.js', 'whole')).toBe('whole');
});

it('exits immediately on SIGTERM while npm start compiles, and stops the compiler', async () => {
  await rm(join(folder, 'dist'), { recursive: true, maxRetries: 5 });
  await write('hold', '');
  const { child, ended } = start('.config/run.mjs', 'dist/bin/main.js');
  await eventually(() => compilations().length === 2);
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: null, signal: 'SIGTERM', output: '' });
  expect(compilations().filter(isAlive)).toEqual([]);
});

it('compiles once if several processes start together', async () => {
  await rm(join(folder, 'dist'), { recursive: true, maxRetries: 5 });
  const words = await Promise.all([1, 2, 3, 4].map(() => run('dist/bin/main.js')));
  expect(words).toEqual(['first', 'first', 'first', 'first']);
  expect(compilations()).toHaveLength(2);
});

it('keeps standard output free for the output of the program', async () => {
  await rm(join(folder, 'dist-reference'), { recursive: true, force: true });
  await write('.config/build-playground.mjs', "console.log('Preparing the playground');");
  expect(await run('dist/bin/main.js')).toBe('first');
  expect(await readFile(join(folder, 'dist/.stamp'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
});
