import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { START_ENVIRONMENT, START_FLAGS } from '../test/support/start-flags.js';
import { endWithUs, hasEnded } from './processes.js';
import { freePort, statusOf, until, within } from './waiting.js';

const main = fileURLToPath(new URL('../bin/main.js', import.meta.url));
/** Working directory of `npm start`. */
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Required origin of all links, independent of request headers. */
export const ORIGIN = 'https://lectern.example.org';

/** A service in its own process, with the same ports after a restart. */
export class Service {
  readonly base: string;
  readonly adminBase: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Called after each start. */
  afterStart: (() => Promise<unknown>) | undefined;
  #child: ChildProcess | undefined;
  #errors = '';

  private constructor(port: number, adminPort: number, environment: Record<string, string>) {
    this.base = `http://127.0.0.1:${port}`;
    this.adminBase = `http://127.0.0.1:${adminPort}`;
    this.environment = {
      ...START_ENVIRONMENT,
      ...{ PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', BASE_URL: ORIGIN, LOG_LEVEL: 'warn' },
      ...{ PORT: String(port), ADMIN_PORT: String(adminPort), SECRET_KEY: randomBytes(32).toString('hex') },
      ...{ TALK_COMMENT_LIMIT: 'off', LIMIT_WRITES_USER: 'off', LIMIT_EVENT_COMMENTS_USER: 'off', WORKERS: '1' },
      ...environment,
    };
  }

  /** Configures a service on free ports without starting it. */
  static async prepare(environment: Record<string, string>): Promise<Service> {
    return new Service(await freePort(), await freePort(), environment);
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && !hasEnded(this.#child);
  }

  /** Standard error since the last start. */
  get errors(): string {
    return this.#errors;
  }

  /** Starts the process without waiting. */
  spawn(): void {
    const options = { cwd: root, env: this.environment, detached: true };
    const child = spawn(process.execPath, [...START_FLAGS, main], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    endWithUs(child);
    this.#errors = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => (this.#errors += part));
    this.#child = child;
  }

  /**
   * Starts the service and waits until it is ready.
   *
   * @returns the duration in milliseconds
   */
  async start(): Promise<number> {
    const begin = performance.now();
    this.spawn();
    await this.ready();
    const took = performance.now() - begin;
    await this.afterStart?.();
    return took;
  }

  async ready(): Promise<void> {
    await until('The service is ready', async () => {
      if (!this.isRunning) throw new Error(`The service exited before it was ready: ${this.#errors}`);
      return (await statusOf(`${this.adminBase}/ready`)).status === 200;
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Waits for the process to exit. @returns its exit code; null after a signal */
  async ended(withinMs?: number): Promise<number | null> {
    const child = this.#child;
    if (child && !hasEnded(child)) await within('The service exits', once(child, 'exit'), withinMs);
    return child?.exitCode ?? null;
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended();
  }

  /** Sends SIGTERM and waits for the exit. @returns the exit code */
  stop(): Promise<number | null> {
    this.signal('SIGTERM');
    return this.ended(20_000);
  }
}
