// Builds dist/, dist-playground/ and dist-reference/, unless they match the sources. `npm start` and `npm run lectern` call
// it through .config/run.mjs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { bundleService } from './build-service.mjs';
import { BUNDLE, compilerInputs, fingerprint, hasOutputs, isBuilt, readStamp, STAMP } from './build-inputs.mjs';

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript7/package.json')), 'bin', 'tsc');
const LOCK_TIMEOUT_MS = 600_000;

/**
 * Blocks until no other build runs. The lock is SQLite's because the kernel releases it even if this process is killed.
 * The returned database holds the lock until it is closed or collected.
 */
async function lock() {
  // Absent before Node.js 22.13; src/main.ts then requires a newer version.
  if (!isBuiltin('node:sqlite')) return undefined;
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync('dist/.lock', { timeout: LOCK_TIMEOUT_MS });
  database.exec(`pragma busy_timeout = ${LOCK_TIMEOUT_MS}; begin exclusive`);
  return database;
}

/** Returns the compiler's exit code if it has written all outputs, even with type errors. */
const TYPE_ERRORS = 2;
const INTERRUPTED = 130;

const running = new Set();
/** Runs one step. A signal ends it before this process, so that it never writes without the lock. */
async function run(...parameters) {
  const child = spawn(process.execPath, parameters, { stdio: 'inherit' });
  running.add(child);
  const [status] = await once(child, 'exit');
  running.delete(child);
  return status ?? INTERRUPTED;
}

function stopOnSignal() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, async () => {
      await Promise.all([...running].map((child) => child.kill(signal) && once(child, 'exit')));
      process.kill(process.pid, signal);
    });
  }
}

/** The compiler leaves the outputs of deleted sources, where Jest would find deleted tests. */
function removeOrphans() {
  const inputs = new Set(compilerInputs());
  for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const source = relative('dist', path).replace(/\.js(?:\.map)?$/, '.ts');
    if (entry.isFile() && !entry.name.startsWith('.') && !path.startsWith(BUNDLE) && !inputs.has(source)) rmSync(path);
  }
}

function writeStamp(text) {
  writeFileSync(`${STAMP}.new`, text);
  renameSync(`${STAMP}.new`, STAMP);
}

async function build() {
  // Runs before the fingerprint, which includes its output.
  const clientStatus = await run('.config/build-client.mjs');
  if (clientStatus !== 0) return clientStatus;
  const before = fingerprint();
  // The compiler trusts the record of its last run, which is wrong if that run was interrupted or outputs were deleted.
  if (readStamp() === null || !hasOutputs()) rmSync('dist/.tsbuildinfo', { force: true });
  rmSync(STAMP, { force: true });
  removeOrphans();
  for (const script of ['.config/build-playground.mjs', '.config/build-reference.mjs']) {
    const status = await run(script);
    if (status !== 0) return status;
  }
  const [status, isBundled] = await Promise.all([run(compiler, '--project', 'tsconfig.json'), bundleService()]);
  if (status !== 0 && status !== TYPE_ERRORS) return status;
  if (!isBundled) return 1;
  // The compiler may have read files that changed after `before`.
  writeStamp(status === 0 && fingerprint() === before ? before : '');
  return status;
}

if (!existsSync('dist')) mkdirSync('dist', { recursive: true });
const held = await lock();
stopOnSignal();
// Another process may have built the same inputs while this one waited.
process.exitCode = isBuilt() ? 0 : await build();
held?.close();
