import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { endWithUs, hasEnded } from './processes.js';
import { findProgram } from './program.js';
import type { Teardown } from '../src/teardown.js';

/** What slowhttptest sends slowly: headers, or a body that it has announced. */
export type SlowPart = 'headers' | 'body';

interface SlowClients {
  /** The most connections that were open at once. */
  readonly open: number;
  /** When the service had ended the last of them; Infinity where it had not when the test was over. */
  readonly goneAfterMs: number;
}

const flags: Readonly<Record<SlowPart, readonly string[]>> = {
  headers: ['-H'],
  body: ['-B', '-s', '4096', '-f', 'application/json'],
};

/**
 * Opens so many connections, each of which sends some bytes every two seconds and never comes to an end.
 *
 * @param forSeconds after which slowhttptest gives up; it ends before where the service has ended every connection
 */
export async function sendSlowly(
  part: SlowPart,
  url: string,
  connections: number,
  forSeconds: number,
  teardown: Teardown,
): Promise<SlowClients> {
  const given = [...flags[part], '-c', connections, '-r', 500, '-i', 2, '-x', 8, '-l', forSeconds, '-p', 30, '-u', url];
  const child = endWithUs(
    spawn(findProgram('slowhttptest')!, given.map(String), {
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  teardown.add(() => void (hasEnded(child) || child.kill('SIGKILL')));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (said += part));
  await once(child, 'close');
  // Without its colours.
  said = stripVTControlCharacters(said);
  const open = Math.max(0, ...[...said.matchAll(/connected:\D*?(\d+)\n/g)].map(([, count]) => Number(count)));
  const seconds = /ended on (\d+)\w+ second/.exec(said)?.[1];
  const areGone = /No open connections left/.test(said);
  return { open, goneAfterMs: areGone && seconds !== undefined ? Number(seconds) * 1_000 : Infinity };
}
