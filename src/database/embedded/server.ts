import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { startOrAdopt, type ReadyServer } from './start-or-adopt.js';
import { type EmbeddedConnection, withClient } from './connection.js';
import { isPostgres, type ServerParameters, findPostmaster } from './postmaster.js';
import { hasCode } from './error-code.js';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
const PID_POLL_MS = 500;
const LEAVING_MS = 1_000;

/** Supervises the server of one cluster, and restarts it until `stop`. */
export class EmbeddedServer {
  readonly how: 'started' | 'adopted';
  readonly connection: EmbeddedConnection;
  readonly #parameters: ServerParameters;
  readonly #log: (sentence: string) => void;
  #released = new AbortController();
  #restart: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;

  constructor(parameters: ServerParameters, ready: ReadyServer, log: (sentence: string) => void) {
    this.how = ready.how;
    this.connection = ready.connection;
    // Pools already point to this directory, so a restart must listen there again.
    this.#parameters = { ...parameters, socketDirectory: ready.connection.host };
    this.#log = log;
    this.#watch(ready);
  }

  /** Fast, clean shutdown of the server, regardless of which process started it; resolves when it has exited. */
  stop(): Promise<void> {
    this.#released.abort();
    this.#stopped ??= this.#restart.then(() => stopPostmaster(this.#parameters.cluster));
    return this.#stopped;
  }

  /**
   * For commands that end while a service may continue: stops the server only if no other client is connected. End your
   * own pool first. From then on, the server is no longer watched.
   * @returns whether it was stopped
   */
  async stopIfUnused(): Promise<boolean> {
    if (await withClient(this.connection, (client) => this.#isUsed(client))) {
      this.#released.abort();
      return false;
    }
    await this.stop();
    return true;
  }

  /** Whether another client is connected. The connections that this process has just closed may last a moment longer. */
  async #isUsed(client: pg.Client): Promise<boolean> {
    const deadline = Date.now() + (this.how === 'started' ? LEAVING_MS : 0);
    for (;;) {
      const { rows } = await client.query<{ used: boolean }>(
        "SELECT count(*) > 0 AS used FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
      );
      if (rows[0]?.used !== true) return false;
      if (Date.now() >= deadline) return true;
      await delay(POLL_MS);
    }
  }

  #watch({ pid, child }: ReadyServer): void {
    const onExit = (): void => {
      if (!this.#released.signal.aborted) this.#restart = this.#restartAfter(pid);
    };
    if (child !== undefined) {
      if (child.exitCode !== null || child.signalCode !== null) onExit();
      else child.once('exit', onExit);
      return;
    }
    const poll = setInterval(() => {
      if (!this.#released.signal.aborted && isPostgres(pid)) return;
      clearInterval(poll);
      onExit();
    }, PID_POLL_MS);
    poll.unref();
  }

  async #restartAfter(pid: number): Promise<void> {
    const { signal } = this.#released;
    this.#log(`PostgreSQL (PID ${pid}) exited unexpectedly: restarting`);
    for (let pause = 0; ; pause = Math.min(2 * pause + FIRST_PAUSE_MS, MAX_PAUSE_MS)) {
      try {
        await delay(pause, undefined, { signal });
        const ready = await startOrAdopt(this.#parameters, signal);
        this.#log(`PostgreSQL recovered (PID ${ready.pid})`);
        this.#watch(ready);
        return;
      } catch (error) {
        if (signal.aborted) return;
        this.#log((error as Error).message);
      }
    }
  }
}

const POLL_MS = 10;
const FAST_TIMEOUT_MS = 10_000;
const IMMEDIATE_TIMEOUT_MS = 5_000;

/**
 * Stops the server of the cluster: a fast shutdown (open transactions are rolled back, all data is written), after 10
 * seconds an immediate one (the next start recovers). Resolves when the process has exited, or at once if none runs.
 * @throws Error if the process outlives both
 */
async function stopPostmaster(cluster: string): Promise<void> {
  const running = await findPostmaster(cluster);
  if (running === undefined) return;
  if (await exitsAfter('SIGINT', running.pid, FAST_TIMEOUT_MS)) return;
  if (await exitsAfter('SIGQUIT', running.pid, IMMEDIATE_TIMEOUT_MS)) return;
  throw new Error(`PostgreSQL (PID ${running.pid}) did not stop: kill it manually.`);
}

async function exitsAfter(signal: NodeJS.Signals, pid: number, withinMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return true;
    throw error;
  }
  for (const begin = Date.now(); Date.now() - begin < withinMs;) {
    if (!isPostgres(pid)) return true;
    await delay(POLL_MS);
  }
  return false;
}
