import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { freePort } from '../support/free-port.js';

/** Debian's MariaDB in its own folder, on a loopback port. Initially empty. */
export interface Maria {
  /** Creates a database from SQL text, executed by the `mariadb` client. */
  load(database: string, sql: Uint8Array | string): Promise<void>;
  /** The value of `--from`: a user with only read access to that database. */
  urlOf(database: string): string;
  /** The rows of a query, each value as text; null stays null. */
  rows(database: string, sql: string): Promise<(string | null)[][]>;
  /** Stops the server, and deletes its data. */
  stop(): Promise<void>;
}

const READER = { user: 'reader', password: 'p@ss:w/rd #1' };
const OWNER = { user: 'owner', password: 'owner' };
const STARTS_WITHIN_MS = 60_000;
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/bin`;
/** MariaDB refuses to run as root, like PostgreSQL; Debian's package creates an account for it. */
const account = process.getuid?.() === 0 ? ['--user=mysql'] : [];

/** Deliberately two hours off UTC: code that relies on the server's time zone reads wrong times. */
const settings = [
  '--bind-address=127.0.0.1',
  '--default-time-zone=+02:00',
  '--character-set-server=utf8mb4',
  '--skip-name-resolve',
  '--skip-log-bin',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-buffer-pool-size=64M',
];

const accounts = [
  `create user '${OWNER.user}'@'%' identified by '${OWNER.password}';`,
  `grant all on *.* to '${OWNER.user}'@'%';`,
  `create user '${READER.user}'@'%' identified by '${READER.password}';`,
  `grant select on *.* to '${READER.user}'@'%';`,
].join('\n');

export async function startMaria(): Promise<Maria> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-maria-'));
  const data = join(folder, 'data');
  await writeFile(join(folder, 'accounts.sql'), accounts);
  if (account.length > 0) runToItsEnd('chown', ['-R', 'mysql', folder]);
  // A server that starts deletes the temporary tables of all others in its folder for temporary files.
  const env = { PATH, TMPDIR: folder };
  runToItsEnd('mariadb-install-db', ['--no-defaults', ...account, `--datadir=${data}`, '--skip-test-db'], env);
  const port = await freePort();
  const files = [`--datadir=${data}`, `--socket=${join(folder, 'socket')}`, `--pid-file=${join(folder, 'pid')}`];
  const setUp = `--init-file=${join(folder, 'accounts.sql')}`;
  const server = spawn('mariadbd', ['--no-defaults', ...account, ...files, ...settings, setUp, `--port=${port}`], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = async () => {
    const ended = once(server, 'exit');
    server.kill();
    if (server.exitCode === null) await ended;
    await rm(folder, { recursive: true });
  };
  await untilReady(server).catch(async (error: unknown) => {
    await stop();
    throw error;
  });

  const connect = (database: string) =>
    mysql.createConnection({ host: '127.0.0.1', port, ...OWNER, database, charset: 'utf8mb4' });
  return {
    async load(database, sql) {
      const client = spawn('mariadb', ['--no-defaults', '-h127.0.0.1', `-P${port}`, `-u${OWNER.user}`], {
        env: { PATH, MYSQL_PWD: OWNER.password },
        stdio: ['pipe', 'ignore', 'pipe'],
      });
      // A client that stops at an error closes the pipe; its exit code and its message are reported below.
      client.stdin.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EPIPE') throw error;
      });
      client.stdin.write(`create database ${database} character set utf8mb4; use ${database}; set names utf8mb4;\n`);
      client.stdin.end(sql);
      await succeeds(client, `Loading ${database}`);
    },
    urlOf: (database) => `mysql://${READER.user}:${encodeURIComponent(READER.password)}@127.0.0.1:${port}/${database}`,
    async rows(database, sql) {
      const connection = await connect(database);
      try {
        const [rows] = await connection.query({ sql, rowsAsArray: true, typeCast: (field) => field.string('utf8') });
        return rows as (string | null)[][];
      } finally {
        await connection.end();
      }
    },
    stop,
  };
}

function runToItsEnd(command: string, words: readonly string[], env: NodeJS.ProcessEnv = { PATH }): void {
  const { status, stdout, stderr, error } = spawnSync(command, words, { env, encoding: 'utf8' });
  if (error) throw new Error(`${command} cannot be run: install Debian's mariadb-server`, { cause: error });
  if (status !== 0) throw new Error(`${command} failed: ${stdout}${stderr}`);
}

async function succeeds(process: ChildProcess, what: string): Promise<void> {
  let said = '';
  process.stderr?.setEncoding('utf8').on('data', (part: string) => (said += part));
  const [code] = (await once(process, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${what} failed: ${said}`);
}

/** Its log reports when the port is open and the accounts exist. */
async function untilReady(server: ChildProcess): Promise<void> {
  let log = '';
  server.stderr?.setEncoding('utf8').on('data', (part: string) => (log += part));
  for (const begin = Date.now(); !log.includes('ready for connections'); await delay(20)) {
    if (server.exitCode !== null || Date.now() - begin > STARTS_WITHIN_MS) throw new Error(`No MariaDB: ${log}`);
  }
}
