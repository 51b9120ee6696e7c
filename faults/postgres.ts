import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { chooseServerAccount, type ServerAccount } from '../src/database/embedded/account.js';
import { endWithUs, family, hasEnded, signalTo } from './processes.js';
import { freePort, until, within } from './waiting.js';

/** A PostgreSQL installation. */
export interface PostgresPrograms {
  /** Name in the table, such as `PostgreSQL 18.4 (npm)`. */
  readonly name: string;
  readonly folder: string;
}

const ENVIRONMENT = { LC_ALL: 'C' };
/** Orphaned backends of a killed server hold its shared memory until they notice. */
const RETRY_FOR_MS = 10_000;

/** A PostgreSQL on loopback that can be restarted, frozen and killed. */
export class Postgres {
  readonly name: string;
  readonly logFile: string;
  readonly #programs: PostgresPrograms;
  readonly #account: ServerAccount | undefined;
  readonly #cluster: string;
  readonly port: number;
  #postmaster: ChildProcess | undefined;

  private constructor(programs: PostgresPrograms, folder: string, port: number, account?: ServerAccount) {
    this.name = programs.name;
    this.#programs = programs;
    this.#cluster = join(folder, 'cluster');
    this.logFile = join(folder, 'postgres.log');
    this.port = port;
    this.#account = account;
  }

  /** Creates a cluster in an empty folder and starts it, with `fsync` on commit. */
  static async create(programs: PostgresPrograms, folder: string): Promise<Postgres> {
    const server = await Postgres.#prepare(programs, folder);
    const given = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
    await server.run('initdb', '--pgdata', '--data-checksums', ...given);
    await server.start();
    return server;
  }

  /** Creates a standby of the server in an empty folder and starts it. */
  static async standbyOf(primary: Postgres, folder: string): Promise<Postgres> {
    const server = await Postgres.#prepare(primary.#programs, folder);
    const given = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync', `--dbname=${primary.url('postgres')}`];
    await server.run('pg_basebackup', '--pgdata', ...given);
    await server.start();
    return server;
  }

  static async #prepare(programs: PostgresPrograms, folder: string): Promise<Postgres> {
    const account = await chooseServerAccount(undefined);
    mkdirSync(folder, { recursive: true });
    if (account) chownSync(folder, account.uid, account.gid);
    return new Postgres(programs, folder, await freePort(), account);
  }

  /**
   * Runs a program of the installation to completion, under the account of the server.
   *
   * @param option the program's option for the cluster folder
   */
  async run(program: string, option: string, ...given: readonly string[]): Promise<void> {
    const words = [`${option}=${this.#cluster}`, ...given];
    await promisify(execFile)(join(this.#programs.folder, program), words, {
      ...{ cwd: '/', env: ENVIRONMENT, ...this.#account },
    });
  }

  url(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  /** Starts the server and waits until it accepts connections. */
  async start(): Promise<void> {
    const begin = performance.now();
    const isUp = () =>
      this.ask('select').then(
        () => true,
        () => false,
      );
    this.#postmaster = this.#spawn();
    await until(`${this.name} accepts connections`, async () => {
      if (this.#postmaster && hasEnded(this.#postmaster)) {
        if (performance.now() - begin > RETRY_FOR_MS)
          throw new Error(`${this.name} does not start: ${this.#logTail()}`);
        await sleep(100);
        this.#postmaster = this.#spawn();
      }
      return isUp();
    });
  }

  /** Fast shutdown: rolls back open transactions. */
  stop(): Promise<void> {
    return this.#end('SIGINT');
  }

  /** Kills all processes at once, like a power failure. */
  async kill(): Promise<void> {
    this.#signal('SIGKILL');
    await this.#ended();
  }

  /** Kills one client backend: the server terminates the others, recovers and accepts connections again. */
  async killBackend(): Promise<void> {
    const recovered = () => this.ask('select pg_stat_get_bgwriter_stat_reset_time() as at');
    const before = JSON.stringify(await recovered());
    const [backend] = (await this.ask(
      "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1",
    )) as { pid: number }[];
    if (!backend) throw new Error('No client is connected');
    signalTo(backend.pid, 'SIGKILL');
    await until(`${this.name} recovers`, async () => {
      const now = await recovered().catch(() => undefined);
      return now !== undefined && JSON.stringify(now) !== before;
    });
  }

  /** Suspends all processes: connections stay open without responses. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  /** Resumes or restarts the server after a fault. */
  async mend(): Promise<void> {
    this.thaw();
    if (!this.#postmaster || hasEnded(this.#postmaster)) await this.start();
  }

  /** Terminates the server in any state. */
  async remove(): Promise<void> {
    this.thaw();
    await this.#end('SIGQUIT').catch(() => this.kill());
  }

  /** Creates a database, empty without a template. */
  async createDatabase(name: string, template = 'template0'): Promise<string> {
    await this.ask(`drop database if exists ${name} with (force)`);
    await this.ask(`create database ${name} template ${template}`);
    return this.url(name);
  }

  /** Executes a statement in the `postgres` database, apart from the databases of clients. */
  async ask(text: string): Promise<readonly object[]> {
    const client = new pg.Client({ connectionString: this.url('postgres'), connectionTimeoutMillis: 5_000 });
    // A stopping server closes connections; the affected statement rejects.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<object>(text)).rows;
    } finally {
      await client.end();
    }
  }

  #spawn(): ChildProcess {
    const settings = {
      ...{ listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(this.port) },
      ...{ max_connections: '200', shared_buffers: '64MB' },
    };
    const log = openSync(this.logFile, 'a');
    const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    // In its own session: Ctrl-C only reaches this process, which stops the server last.
    const options = { cwd: '/', env: ENVIRONMENT, detached: true, ...this.#account };
    try {
      const program = join(this.#programs.folder, 'postgres');
      return endWithUs(spawn(program, ['-D', this.#cluster, ...given], { ...options, stdio: ['ignore', log, log] }));
    } finally {
      closeSync(log);
    }
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#postmaster || hasEnded(this.#postmaster)) return;
    this.#postmaster.kill(signal);
    await this.#ended();
  }

  async #ended(): Promise<void> {
    const postmaster = this.#postmaster;
    if (!postmaster || hasEnded(postmaster)) return;
    await within(`${this.name} ends`, once(postmaster, 'exit'), 15_000);
  }

  /** Signals the postmaster first, because it would restart its children. */
  #signal(signal: NodeJS.Signals): void {
    const postmaster = this.#postmaster;
    if (!postmaster?.pid || hasEnded(postmaster)) return;
    for (const pid of family(postmaster.pid)) signalTo(pid, signal);
  }

  #logTail(): string {
    return readFileSync(this.logFile, 'utf8').trimEnd().split('\n').slice(-5).join(' | ');
  }
}
