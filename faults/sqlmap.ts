import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endWithUs } from './processes.js';
import { findProgram } from './program.js';
import type { Site } from './site.js';

/** A request and its tested parameters; `*` marks the injection point in a path or body. */
export interface Target {
  readonly url: string;
  readonly parameters?: string;
  /** JSON body of a POST request. */
  readonly body?: string;
}

export interface Injection {
  readonly isFound: boolean;
  /** Whether sqlmap reports that it tested all parameters; otherwise it was prevented from testing. */
  readonly isClean: boolean;
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The last 300 characters of its output. */
  readonly said: string;
}

/** Maximum duration of a scan at level 2; level 1 has missed a planted hole. */
const DEADLINE_MS = 150_000;
const ALWAYS = [
  ...['--batch', '--disable-coloring', '--flush-session', '--level=2', '--risk=1', '--dbms=PostgreSQL'],
  ...['--technique=BEUST', '--time-sec=1', '--threads=4', '--timeout=20'],
];

/** Scans a target for SQL injection with sqlmap. */
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
