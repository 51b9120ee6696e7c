// `npm test -- --watch`. Not Jest's own watch, which follows dist/: it would run tests in the middle of a build.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { watchFolders } from './watch-folders.mjs';

const SETTLED_MS = 50;
/** Not what editors write beside the file. */
const isSource = (path) => /^[^.].*\.\w+$/.test(basename(path));

/** Runs `npm test` with the same parameters now, and after each change. */
export function watchTests({ kind, words, forJest, since }) {
  const selected = since ?? (words.length === 0 ? 'HEAD' : undefined);
  const parameters = [`--${kind}`, ...forJest, ...(selected === undefined ? [] : [`--changedSince=${selected}`])];
  const command = [...process.execArgv, '.config/test.mjs', ...parameters];
  let running;
  let isStale = false;
  let isStopping = false;

  async function runWhileStale() {
    while (isStale && !isStopping) {
      await delay(SETTLED_MS);
      isStale = false;
      running = spawn(process.execPath, command, { stdio: 'inherit' });
      await once(running, 'exit');
      running = undefined;
      if (!isStale && !isStopping) process.stdout.write('\nWaiting for a change; Ctrl-C ends.\n');
    }
  }
  let work = Promise.resolve();
  function request() {
    if (isStale) return;
    isStale = true;
    work = work.then(runWhileStale);
  }

  const { include } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
  const stopWatching = watchFolders(include, (path) => isSource(path) && request());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // Not `once`: npm repeats the signal that the terminal sends to both, and the run ends a moment later.
    process.on(signal, () => {
      isStopping = true;
      stopWatching();
      running?.kill(signal);
    });
  }
  request();
}
