// `npm run dev`: bundles the service, runs it with a debugger on port 9229, and does both again after each change of a
// source. PostgreSQL keeps running between restarts. Ctrl-C ends all of it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { context } from 'esbuild';
import { bundleOptions } from './build-service.mjs';
import { watchFolders } from './watch-folders.mjs';

/** As deep as `dist/bin`, because the service finds its other files from there. */
const OUTPUT = 'dist-dev/bin';
const FOLDERS = ['src', 'schema', 'rest-facade', 'feeds', 'pages'];
const SETTLED_MS = 50;

/** The typed documents of a folder with `.graphql` files, and the script that prints them. */
const documents = {
  'rest-facade': ['rest-facade/operations/documents.generated.ts'],
  feeds: ['feeds/documents.generated.ts', 'feeds'],
  pages: ['pages/documents.generated.ts', 'pages'],
};

const say = (sentence) => process.stdout.write(`[dev] ${sentence}\n`);
const isSource = (file) => /\.(?:ts|js|css|graphql|json|html|svg|txt)$/.test(file) && !file.includes('.generated.');
/** The service reads all other files itself. */
const isBundled = (file) => /\.(?:ts|json|graphql)$/.test(file);

function generateDocuments(folder) {
  const [file, ...parameters] = documents[folder];
  const { status, stdout } = spawnSync(process.execPath, ['.config/generate-documents.mjs', ...parameters], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status === 0) writeFileSync(file, stdout);
  else say(`The operations below ${folder}/ are invalid (above). The service still has the last valid ones.`);
}

for (const script of ['.config/build-playground.mjs', '.config/build-reference.mjs']) {
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
rmSync(OUTPUT, { recursive: true, force: true });
// `npm run lectern` has its own build.
const { lectern, ...entryPoints } = bundleOptions.entryPoints;
const bundle = await context({
  ...bundleOptions,
  entryPoints,
  outdir: OUTPUT,
  // Only our sources are bundled, in a fifth of the time; stack traces and breakpoints are in readable code.
  packages: 'external',
  minifyWhitespace: false,
  logLevel: 'error',
  // esbuild itself would remove the files of the last good build, which the service still imports lazily.
  write: false,
});

/** Hashes by path. */
let written = new Map();
/** Returns the paths that only the last build had. */
function write(outputFiles) {
  const before = written;
  written = new Map(outputFiles.map(({ path, hash }) => [path, hash]));
  for (const { path, hash, contents } of outputFiles) {
    if (before.get(path) === hash) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  return [...before.keys()].filter((path) => !written.has(path));
}

let service;
/** Has loaded the packages of the last service, and runs the next one. */
let standby;
let isStopping = false;
const isRunning = (child) => child !== undefined && child.exitCode === null && child.signalCode === null;
function prepare(packages = []) {
  const flags = ['--enable-source-maps', '--disable-warning=ExperimentalWarning'];
  const environment = { NODE_COMPILE_CACHE: 'node_modules/.cache/lectern', WORKERS: '1', ...process.env };
  const parameters = [...flags, '.config/dev-service.mjs', `${OUTPUT}/main.js`, ...packages];
  return spawn(process.execPath, parameters, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: environment });
}
function start() {
  service = isRunning(standby) ? standby : prepare();
  standby = undefined;
  service.send('run');
  service.once('message', (packages) => {
    if (!isStopping) standby = prepare(packages);
  });
  service.once('exit', (status) => {
    if (!isStopping && status)
      say(`The service has ended with exit code ${status}. It starts again after the next change.`);
  });
}

async function stop(child, signal) {
  if (!isRunning(child)) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

const STOPPED_MS = 10_000;
/** Ends the PostgreSQL of a service that was killed, unless the next one has adopted it, and stopped it. */
async function stopPostgres() {
  const file = join(process.env.DATA_DIR ?? '.data', 'postgres/postmaster.pid');
  if (!existsSync(file)) return;
  process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGINT');
  for (const end = performance.now() + STOPPED_MS; existsSync(file) && performance.now() < end;) await delay(20);
}

let hasLeftPostgres = false;
/** The old build serves until the new one exists; a failed build leaves it. */
async function restart(reason, isEdited = true) {
  const begin = performance.now();
  let stale = [];
  try {
    if (isEdited) stale = write((await bundle.rebuild()).outputFiles);
  } catch {
    return say('The build has failed (above). The service still runs the last good one.');
  }
  if (isStopping) return;
  const built = performance.now();
  // Not SIGTERM: the next process adopts PostgreSQL, which would otherwise stop and start.
  if (service) hasLeftPostgres = true;
  await stop(service, 'SIGKILL');
  for (const path of stale) rmSync(path, { force: true });
  start();
  say(`${reason}: built in ${Math.round(built - begin)} ms, starting.`);
}

const changed = new Set();
let timer;
let work = restart('first build');
function onChange(file) {
  if (!isSource(file)) return;
  changed.add(file);
  clearTimeout(timer);
  timer = setTimeout(() => {
    work = work.then(async () => {
      if (changed.size === 0 || isStopping) return;
      const files = [...changed];
      changed.clear();
      for (const name of Object.keys(documents)) {
        if (files.some((path) => path.startsWith(`${name}/`) && path.endsWith('.graphql'))) generateDocuments(name);
      }
      await restart(files.length === 1 ? files[0] : `${files.length} files`, files.some(isBundled));
    });
  }, SETTLED_MS);
}
const stopWatching = watchFolders(FOLDERS, onChange);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // Not `once`: npm repeats the signal that the terminal sends to both.
  process.on(signal, async () => {
    if (isStopping) return;
    isStopping = true;
    clearTimeout(timer);
    stopWatching();
    await work;
    await stop(standby, 'SIGKILL');
    await stop(service, 'SIGTERM');
    if (hasLeftPostgres) await stopPostgres();
    await bundle.dispose();
  });
}
