import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { START_ENVIRONMENT, START_FLAGS } from '../test/support/start-flags.js';
import { endWithUs, hasEnded } from './processes.js';
import { freePort, statusOf, until, within } from './waiting.js';

const main = fileURLToPath(new URL('../src/main.js', import.meta.url));
/** Where `npm start` runs. */
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Under which every link has to lead, whatever a client says. */
export const ORIGIN = 'https://lectern.example.org';

/** A service in a process of its own, on ports that stay the same when it is started again. */
export class Service {
  readonly base: string;
  readonly adminBase: string;
  readonly #environment: Record<string, string>;
  #child: ChildProcess | undefined;
  #errors = '';

  private constructor(port: number, adminPort: number, environment: Record<string, string>) {
    this.base = `http://127.0.0.1:${port}`;
    this.adminBase = `http://127.0.0.1:${adminPort}`;
    this.#environment = {
      ...START_ENVIRONMENT,
      ...{ PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', BASE_URL: ORIGIN, LOG_LEVEL: 'warn' },
      ...{ PORT: String(port), ADMIN_PORT: String(adminPort), SECRET_KEY: randomBytes(32).toString('hex') },
      ...{ TALK_COMMENT_LIMIT: 'off', LIMIT_WRITES_USER: 'off', LIMIT_EVENT_COMMENTS_USER: 'off', WORKERS: '1' },
      ...environment,
    };
  }

  /** On free ports; nothing is started yet. */
  static async prepare(environment: Record<string, string>): Promise<Service> {
    return new Service(await freePort(), await freePort(), environment);
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && !hasEnded(this.#child);
  }

  /** What it said on standard error since it was last started. */
  get errors(): string {
    return this.#errors;
  }

  /** Starts it, and does not wait. */
  spawn(): void {
    const options = { cwd: root, env: this.#environment, detached: true };
    const child = spawn(process.execPath, [...START_FLAGS, main], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    endWithUs(child);
    this.#errors = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => (this.#errors += part));
    this.#child = child;
  }

  /**
   * Starts it, and waits until it is ready.
   *
   * @returns the milliseconds that it took
   */
  async start(): Promise<number> {
    const begin = performance.now();
    this.spawn();
    await this.ready();
    return performance.now() - begin;
  }

  async ready(): Promise<void> {
    await until('The service is ready', async () => {
      if (!this.isRunning) throw new Error(`The service ended before it was ready: ${this.#errors}`);
      return (await statusOf(`${this.adminBase}/ready`)).status === 200;
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** @returns its exit code, once it has ended; null when a signal has ended it */
  async ended(withinMs?: number): Promise<number | null> {
    const child = this.#child;
    if (child && !hasEnded(child)) await within('The service ends', once(child, 'exit'), withinMs);
    return child?.exitCode ?? null;
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended();
  }

  /** Tells it to stop. @returns its exit code */
  stop(): Promise<number | null> {
    this.signal('SIGTERM');
    return this.ended(20_000);
  }
}
