import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { OperatorError } from '../../src/config/operator-error.js';
import { hashToken, newToken } from '../../src/core/common/bearer-token.js';
import type { Cleanup } from '../../src/server/composition/lifecycle.js';
import { cpuTimeOf } from '../cpu-time.js';
import { startBuilt, type BenchServer } from '../servers.js';
import type { ImportedFile } from './files.js';

/** A build with a database of its own. */
export interface Build {
  readonly name: string;
  readonly server: BenchServer;
  readonly client: pg.Client;
  /** Bearer token of an administrator. */
  readonly token: string;
}

/** What an import takes, in seconds: CPU time of Node, with its import processes, and of PostgreSQL; and the time until the response. */
export interface ImportCost {
  readonly node: number;
  readonly postgres: number;
  readonly total: number;
  readonly response: number;
}

const MUTATION = `mutation ($input: ImportScheduleInput!) { importSchedule(input: $input) { report { added } } }`;
/** Of the times in `/proc/<pid>/stat`, on all architectures of Linux that Node supports. */
const TICKS_PER_SECOND = 100;

/**
 * Starts the build in a folder with a new database.
 *
 * @param server connection of the PostgreSQL that both builds use
 * @param urlOf connection URL of a database
 */
export async function startBuild(
  name: string,
  folder: string,
  server: pg.Client,
  urlOf: (database: string) => string,
  cleanup: Cleanup,
): Promise<Build> {
  const database = `imports_${name}`;
  await server.query(`drop database if exists ${database} with (force)`);
  await server.query(`create database ${database}`);
  const DATABASE_URL = urlOf(database);
  const env = { ...process.env, DATABASE_URL };
  await promisify(execFile)(process.execPath, [join(folder, 'dist/bin/lectern.js'), 'migrate'], { env, cwd: folder });
  const client = new pg.Client({ connectionString: DATABASE_URL, application_name: 'bench' });
  await client.connect();
  cleanup.add(() => client.end());
  const started = await startBuilt(folder, DATABASE_URL, name);
  cleanup.add(() => started.stop());
  const token = newToken();
  await client.query(
    `with administrator as (
      insert into users (username, full_name, email, is_admin) values ('ada', 'Ada', 'ada@example.org', true) returning id)
    insert into access_tokens (user_id, token_hash) select id, $1 from administrator`,
    [hashToken(token)],
  );
  return { name, server: started, client, token };
}

/** Imports a file into a new event. @throws OperatorError if a talk is missing */
export async function measureImport(
  { name, server, client, token }: Build,
  { talks, text }: ImportedFile,
): Promise<ImportCost> {
  const { rows } = await client.query<{ id: string }>(
    `insert into events (name, slug, description, location, starts_at, ends_at, time_zone, status)
      values ('Imports', 'imports-' || gen_random_uuid(), '', 'Amsterdam', '2026-06-01T07:00:00Z', '2026-06-01T16:00:00Z',
        'Europe/Amsterdam', 'APPROVED') returning id`,
  );
  const body = new FormData();
  const input = { eventId: rows[0]?.id, dryRun: false, file: null };
  body.set('operations', JSON.stringify({ query: MUTATION, variables: { input } }));
  body.set('map', JSON.stringify({ 0: ['variables.input.file'] }));
  body.set('0', new Blob([text]), 'schedule.csv');
  const before = { ...(await cpuTimeOf(server, client)), node: nodeSeconds(server.pid) };
  const begin = performance.now();
  const response = await fetch(`http://127.0.0.1:${server.port}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'apollo-require-preflight': 'yes' },
    body,
  });
  const answer = await response.text();
  const seconds = (performance.now() - begin) / 1000;
  const after = { ...(await cpuTimeOf(server, client)), node: nodeSeconds(server.pid) };
  const { data } = JSON.parse(answer) as { data?: { importSchedule?: { report: { added: number } } } };
  if (data?.importSchedule?.report.added !== talks) {
    throw new OperatorError(`The build "${name}" does not import ${talks} talks: ${answer.slice(0, 500)}`);
  }
  // A connection that was idle in the meantime has taken no time.
  const spent = [...after.backEnds].map(([pid, time]) => time - (before.backEnds.get(pid) ?? 0));
  const postgres = spent.reduce((sum, time) => sum + time, 0) / 1e9;
  const node = after.node - before.node;
  return { node, postgres, total: node + postgres, response: seconds };
}

interface ProcessTime {
  readonly parent: number;
  readonly own: number;
  /** Of children that have ended. */
  readonly ended: number;
}

/** CPU seconds of a process and of all its children, also of those that have ended. */
function nodeSeconds(pid: number): number {
  const own = timeOf(String(pid));
  const children = readdirSync('/proc').map((name) => (/^\d+$/.test(name) ? timeOf(name) : undefined));
  const running = children.reduce((sum, child) => sum + (child?.parent === pid ? child.own : 0), 0);
  return (running + (own?.own ?? 0) + (own?.ended ?? 0)) / TICKS_PER_SECOND;
}

/** Undefined if the process has just ended. */
function timeOf(pid: string): ProcessTime | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The second field is a name in brackets, which may contain blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at])) as [
    ...[number, number, number, number, number],
  ];
  return { parent, own: user + system, ended: endedUser + endedSystem };
}
