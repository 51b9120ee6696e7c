import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { endWithUs, hasEnded } from './processes.js';
import { findProgram } from './program.js';
import type { Cleanup } from '../src/server/composition/lifecycle.js';

/** The part that slowhttptest sends slowly: headers, or a body with announced length. */
export type SlowPart = 'headers' | 'body';

interface SlowClients {
  /** Peak number of open connections. */
  readonly open: number;
  /** Time until the service closed the last connection; Infinity if some were still open at the end. */
  readonly goneAfterMs: number;
}

const flags: Readonly<Record<SlowPart, readonly string[]>> = {
  headers: ['-H'],
  body: ['-B', '-s', '4096', '-f', 'application/json'],
};

/**
 * Opens connections, each of which sends a few bytes every 2 s without end.
 *
 * @param forSeconds limit of the test; it ends earlier once the service has closed every connection
 */
export async function sendSlowly(
  part: SlowPart,
  url: string,
  connections: number,
  forSeconds: number,
  cleanup: Cleanup,
): Promise<SlowClients> {
  const given = [...flags[part], '-c', connections, '-r', 500, '-i', 2, '-x', 8, '-l', forSeconds, '-p', 30, '-u', url];
  const child = endWithUs(
    spawn(findProgram('slowhttptest')!, given.map(String), {
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  cleanup.add(() => void (hasEnded(child) || child.kill('SIGKILL')));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (said += part));
  await once(child, 'close');
  said = stripVTControlCharacters(said);
  const open = Math.max(0, ...[...said.matchAll(/connected:\D*?(\d+)\n/g)].map(([, count]) => Number(count)));
  const seconds = /ended on (\d+)\w+ second/.exec(said)?.[1];
  const areGone = /No open connections left/.test(said);
  return { open, goneAfterMs: areGone && seconds !== undefined ? Number(seconds) * 1_000 : Infinity };
}
