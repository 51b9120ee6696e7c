import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chooseServerAccount } from '../../src/database/embedded/account.js';
import { ownedBy } from '../owned-folder.js';
import { endWithUs, hasEnded, isAlive, postmasterIn, signalFamilies } from '../processes.js';
import { findDebian } from '../servers.js';
import { until, within } from '../waiting.js';
import { units, type Unit } from './units.js';

/** Folders of a new machine; those of servers belong to the account that runs them. */
const FOLDERS = ['etc/default', 'etc/haproxy', 'etc/patroni', 'etc/postgresql/15/main/conf.d', 'srv/lectern'];
const OF_SERVERS = ['var/lib/etcd', 'var/lib/postgresql/15', 'var/run/postgresql'];
/** Patroni stops PostgreSQL, with a checkpoint. */
const STOPPED_WITHIN_MS = 60_000;
const PROBLEMS = 5;

/** A machine of docs/scale.md: an address on loopback, and a folder with its files. */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly root: string;
  readonly #running = new Map<string, { readonly unit: Unit; readonly child: ChildProcess }>();

  constructor(name: string, address: string, root: string) {
    this.name = name;
    this.address = address;
    this.root = root;
  }

  /** Creates the folders that Debian's packages bring. */
  async prepare(): Promise<void> {
    const account = await chooseServerAccount(undefined);
    for (const folder of [...FOLDERS, ...OF_SERVERS, 'var/lib/lectern']) {
      mkdirSync(join(this.root, folder), { recursive: true });
    }
    for (const folder of OF_SERVERS) ownedBy(account, join(this.root, folder));
  }

  /** What `apt-get install` does beyond copying files: `postgresql` creates and starts a cluster, as Debian's does. */
  async install(name: string): Promise<void> {
    if (name !== 'postgresql') return;
    const settings = join(this.root, 'etc/postgresql/15/main');
    const cluster = join(this.root, 'var/lib/postgresql/15/main');
    const account = await chooseServerAccount(undefined);
    const given = [
      '--username=postgres',
      '--auth-local=trust',
      '--auth-host=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ];
    await promisify(execFile)(join(findDebian()!.folder, 'initdb'), ['--pgdata', cluster, ...given], {
      ...{ cwd: '/', ...account },
    });
    writeFileSync(join(settings, 'pg_hba.conf'), readFileSync(join(cluster, 'pg_hba.conf')));
    const lines = {
      ...{ data_directory: cluster, hba_file: join(settings, 'pg_hba.conf'), include_dir: join(settings, 'conf.d') },
      ident_file: join(cluster, 'pg_ident.conf'),
      unix_socket_directories: join(this.root, 'var/run/postgresql'),
    };
    const text = Object.entries(lines).map(([option, value]) => `${option} = '${value}'\n`);
    // The last assignment applies: those of `conf.d`.
    writeFileSync(join(settings, 'postgresql.conf'), `listen_addresses = ''\n${text.join('')}`);
    await this.start('postgresql');
  }

  async start(name: string): Promise<void> {
    const unit = units[name]?.(this.root);
    if (!unit) throw new Error(`${this.name} has no service ${name}`);
    const account = unit.isUnprivileged ? await chooseServerAccount(undefined) : undefined;
    const log = openSync(this.#log(name), 'a');
    const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', ...unit.environment };
    try {
      const options = { cwd: '/', detached: true, env, ...account };
      const child = endWithUs(spawn(unit.program, unit.given, { ...options, stdio: ['ignore', log, log] }));
      this.#running.set(name, { unit, child });
    } finally {
      closeSync(log);
    }
    await until(`${name} on ${this.name} is ready`, () => unit.isReady?.() ?? true);
  }

  /** Stops the service and waits for its end. Does nothing if it does not run. */
  async stop(name: string): Promise<void> {
    const { unit, child } = this.#running.get(name) ?? {};
    if (!unit || !child || hasEnded(child)) return;
    child.kill(unit.stopSignal);
    await within(`${name} on ${this.name} ends`, once(child, 'exit'), STOPPED_WITHIN_MS);
  }

  async restart(name: string): Promise<void> {
    await this.stop(name);
    await this.start(name);
  }

  reload(name: string): Promise<void> {
    const { unit, child } = this.#running.get(name) ?? {};
    if (!unit?.reloadSignal) return Promise.reject(new Error(`${name} on ${this.name} cannot be reloaded`));
    child?.kill(unit.reloadSignal);
    return Promise.resolve();
  }

  /** `systemctl disable --now`. */
  disable(name: string): Promise<void> {
    return this.stop(name);
  }

  /** Kills everything that runs on the machine. */
  async end(): Promise<void> {
    for (const { unit, child } of this.#running.values()) {
      const roots = [
        hasEnded(child) ? undefined : child.pid,
        unit.cluster === undefined ? undefined : postmasterIn(unit.cluster),
      ];
      const pids = signalFamilies(roots, 'SIGKILL');
      await until(`${this.name} is off`, () => !pids.some(isAlive));
    }
  }

  /** The last problems in the log of each service, for errors. */
  problems(): string[] {
    return [...this.#running.keys()].flatMap((name) => {
      const lines = readFileSync(this.#log(name), 'utf8').split('\n');
      const wrong = lines.filter((line) => /error|fatal|warning|alert/i.test(line)).slice(-PROBLEMS);
      return wrong.map((line) => `${this.name}, ${name}: ${line}`);
    });
  }

  #log(name: string): string {
    const file = join(this.root, `${name}.log`);
    appendFileSync(file, '');
    return file;
  }
}
