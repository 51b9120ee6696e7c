import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endWithUs } from './processes.js';
import { findProgram } from './program.js';
import type { Site } from './site.js';

/** What is tried: a request, and which of its parameters; `*` marks a place of a path or a body. */
export interface Target {
  readonly url: string;
  readonly parameters?: string;
  /** JSON of a POST. */
  readonly body?: string;
}

export interface Injection {
  readonly isFound: boolean;
  /** Whether it says that it has tried everything: otherwise something kept it from looking. */
  readonly isClean: boolean;
  /** How often it got which status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The end of what it said. */
  readonly said: string;
}

/** Level 2, for level 1 has missed a planted hole; and no longer than so. */
const DEADLINE_MS = 150_000;
const ALWAYS = [
  ...['--batch', '--disable-coloring', '--flush-session', '--level=2', '--risk=1', '--dbms=PostgreSQL'],
  ...['--technique=BEUST', '--time-sec=1', '--threads=4', '--timeout=20'],
];

/** Has sqlmap look for injections of SQL. */
export async function runSqlmap(site: Site, { url, parameters, body }: Target): Promise<Injection> {
  const folder = await site.folder();
  const traffic = join(folder, 'traffic');
  const given = [
    ...ALWAYS,
    ...[`--output-dir=${folder}`, '-t', traffic, '-u', url],
    ...(parameters === undefined ? [] : ['-p', parameters]),
    ...(body === undefined ? [] : ['--data', body, '-H', 'Content-Type: application/json']),
  ];
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
  const child = endWithUs(
    spawn(findProgram('sqlmap')!, given, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  const deadline = setTimeout(() => child.kill('SIGKILL'), DEADLINE_MS);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (said += part));
  await once(child, 'close');
  clearTimeout(deadline);
  const statuses: Record<string, number> = {};
  for (const [, status = ''] of (await readFile(traffic, 'utf8')).matchAll(/^HTTP response \[#\d+\] \((\d+)/gm)) {
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return {
    isFound: /identified the following injection point|is vulnerable|is '.*' injectable/.test(said),
    isClean: /all tested parameters do not appear to be injectable/.test(said),
    statuses,
    said: said.slice(-300),
  };
}
