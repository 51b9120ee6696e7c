import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerAccount } from '../src/database/embedded/account.js';
import { findProgram } from './program.js';
import { atExit, hasEnded, isAlive, postmasterIn, signalFamilies } from './processes.js';
import { statusOf, until, within } from './waiting.js';

/** Where a node is. */
export interface NodeAddress {
  readonly name: string;
  /** Port of PostgreSQL. */
  readonly port: number;
  /** Port of Patroni's REST API. */
  readonly restPort: number;
  /** Contains the configuration, the cluster and the logs. */
  readonly folder: string;
}

const DEADLINE_MS = 1_000;

/** One machine of a Patroni cluster: Patroni, and the PostgreSQL that it runs. */
export class PatroniNode {
  readonly address: NodeAddress;
  readonly #account: ServerAccount | undefined;
  #patroni: ChildProcess | undefined;

  /** @param address its folder contains the configuration, `patroni.yml` */
  constructor(address: NodeAddress, account: ServerAccount | undefined) {
    this.address = address;
    this.#account = account;
    atExit(() => this.#signal('SIGKILL'));
  }

  get name(): string {
    return this.address.name;
  }

  get configuration(): string {
    return join(this.address.folder, 'patroni.yml');
  }

  /** Connection URL of a database on this node, whatever its role. */
  url(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.address.port}/${database}`;
  }

  /** Starts Patroni without waiting: it creates, recovers or rewinds the cluster. */
  start(): void {
    const log = openSync(this.#log, 'a');
    const options = {
      cwd: '/',
      detached: true,
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
      ...this.#account,
    };
    try {
      this.#patroni = spawn(findProgram('patroni')!, [this.configuration], { ...options, stdio: ['ignore', log, log] });
    } finally {
      closeSync(log);
    }
  }

  /** The end of the log of Patroni and PostgreSQL. */
  lastWords(lines: number): string {
    return readFileSync(this.#log, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  }

  get #log(): string {
    return join(this.address.folder, 'patroni.log');
  }

  /** Whether the node has this role, by the REST API that haproxy checks. */
  async is(role: 'primary' | 'replica'): Promise<boolean> {
    const { status } = await statusOf(`http://127.0.0.1:${this.address.restPort}/${role}`, DEADLINE_MS);
    return status === 200;
  }

  /** Kills Patroni and all processes of PostgreSQL, like a power failure. */
  async kill(): Promise<void> {
    const pids = this.#signal('SIGKILL');
    const patroni = this.#patroni;
    if (patroni && !hasEnded(patroni)) await within('Patroni ends', once(patroni, 'exit'));
    await until(`All processes of ${this.name} have ended`, () => !pids.some(isAlive));
  }

  /** Suspends Patroni and all processes of PostgreSQL, like a virtual machine that is paused. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  /** Signals Patroni first, because it would restart PostgreSQL, which is no child of it and survives it. */
  #signal(signal: NodeJS.Signals): number[] {
    const patroni = this.#patroni && !hasEnded(this.#patroni) ? this.#patroni.pid : undefined;
    return signalFamilies([patroni, postmasterIn(join(this.address.folder, 'cluster'))], signal);
  }
}
