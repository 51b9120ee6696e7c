import cluster from 'node:cluster';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '../../database/database-location.js';
import type { MetricSamples } from '../../telemetry/metrics/exposition.js';
import { OperatorError } from '../../config/operator-error.js';
import type { Receiver } from './dispatcher.js';
import type { FromWorker, ToWorker } from './messages.js';

/** Passwords of the demo accounts that a worker created, by username; null if it created none. */
export type DemoPasswords = ReadonlyMap<string, string> | null;

/** The lifecycle of one worker, seen from the primary. */
export interface WorkerProcess extends Receiver {
  readonly pid: number;
  /** Resolves when the worker serves requests; rejects when it exits before. */
  readonly ready: Promise<DemoPasswords>;
  /** The worker's metrics; undefined if it does not respond within 5 s. */
  readonly metrics: () => Promise<readonly MetricSamples[] | undefined>;
  /** Resolves when the process has exited, to its exit reason: `exit code 1`, `SIGKILL`. */
  readonly ended: Promise<string>;
  /**
   * Resolves to the reason as soon as the worker exits, drains after an uncaught exception, or accepts no connections.
   */
  readonly leaves: Promise<string>;
  /** Drains the worker; kills it after 14 s. `idleMs`: how long idle connections stay open. */
  readonly finish: (idleMs: number) => Promise<void>;
}

/** The start parameters of a worker. */
export interface StartParameters {
  readonly location: DatabaseLocation;
  readonly port: number;
}

/** After this time, the primary requests confirmation that a connection arrived. */
const CONFIRM_AFTER_MS = 250;
/** After this time, a worker that has not responded is replaced. */
const ACCEPT_WITHIN_MS = 15_000;
/** 8 s for in-flight requests, 5 s for jobs, 1 s for the database. */
const FINISH_WITHIN_MS = 14_000;
/** Below the 10 s that Prometheus waits by default. */
const METRICS_WITHIN_MS = 5_000;
const UNCAUGHT = 'uncaught exception';
const FULL = 'no free file descriptor';
const STUCK = 'accepts no connections';

/** Forks a process that runs the code on disk, with the environment of this process. */
export function forkWorker(parameters: Promise<StartParameters>): WorkerProcess {
  const worker = cluster.fork();
  const send = (message: ToWorker): void => {
    // The worker may exit before the message is sent; the error is irrelevant then.
    if (worker.isConnected()) worker.send(message, () => undefined);
  };
  let acceptsConnections = false;
  const connections = new Map<number, (isAccepted: boolean) => void>();
  let connectionsSent = 0;
  const settle = (connection: number, isAccepted: boolean): void => {
    connections.get(connection)?.(isAccepted);
    connections.delete(connection);
  };
  const settleAll = (): void => {
    for (const connection of [...connections.keys()]) settle(connection, false);
  };
  // Two more turns of the event loop read the last messages of the worker. Node emits no 'disconnect' for a worker that
  // is killed before it has received a connection.
  worker.once('exit', () => setImmediate(() => setImmediate(settleAll)));
  const ready = Promise.withResolvers<DemoPasswords>();
  // Callers that do not await `ready` watch `leaves`; avoid an unhandled rejection.
  ready.promise.catch(() => undefined);
  const leaves = Promise.withResolvers<string>();
  const pending = new Map<number, (samples: readonly MetricSamples[]) => void>();
  let requests = 0;
  const leave = (reason: string): void => {
    acceptsConnections = false;
    ready.reject(new Error(reason));
    leaves.resolve(reason);
  };
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'refused') return ready.reject(new OperatorError(message.sentence));
    if (message.kind === 'accepted' || message.kind === 'declined')
      return settle(message.connection, message.kind === 'accepted');
    if (message.kind === 'missing') {
      leave(FULL);
      return settle(message.connection, false);
    }
    if (message.kind === 'draining') return leave(UNCAUGHT);
    if (message.kind === 'metrics') return pending.get(message.request)?.(message.samples);
    acceptsConnections = true;
    ready.resolve(message.demoPasswords && new Map(message.demoPasswords));
  });
  const ended = new Promise<string>((resolve) => {
    const end = (reason: string): void => {
      leave(reason);
      resolve(reason);
    };
    worker.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
    worker.on('error', ({ message }) => worker.process.pid === undefined && end(message));
  });
  parameters.then(
    (known) => send({ kind: 'start', ...known }),
    () => undefined,
  );

  const finish = async (idleMs: number): Promise<void> => {
    acceptsConnections = false;
    send({ kind: 'finish', idleMs });
    const late = sleep(FINISH_WITHIN_MS, 'late', { ref: false });
    if ((await Promise.race([ended, late])) !== 'late') return;
    worker.process.kill('SIGKILL');
    await ended;
  };

  return {
    pid: worker.process.pid ?? 0,
    ready: ready.promise,
    isReady: () => acceptsConnections,
    ended,
    leaves: leaves.promise,
    take(socket: Socket) {
      const connection = (connectionsSent += 1);
      return new Promise((resolve) => {
        if (!acceptsConnections) return resolve(false);
        const confirm = setTimeout(() => send({ kind: 'confirm', connection }), CONFIRM_AFTER_MS).unref();
        // The worker may still accept it, so no other worker may get it before this one exits.
        const late = setTimeout(() => leave(STUCK), ACCEPT_WITHIN_MS).unref();
        connections.set(connection, (isTaken) => {
          clearTimeout(confirm);
          clearTimeout(late);
          resolve(isTaken);
        });
        const message: ToWorker = { kind: 'connection', connection };
        // Keep the socket open here, so that it can be sent to another worker.
        worker.send(message, socket, { keepOpen: true }, (error) => {
          if (!error) return;
          // The worker has exited or is unusable.
          void finish(0);
          settle(connection, false);
        });
      });
    },
    async metrics() {
      if (!acceptsConnections) return undefined;
      const request = (requests += 1);
      const response = new Promise<readonly MetricSamples[]>((resolve) => pending.set(request, resolve));
      send({ kind: 'collectMetrics', request });
      const timeout = Promise.race([sleep(METRICS_WITHIN_MS, undefined, { ref: false }), ended.then(() => undefined)]);
      return Promise.race([response, timeout]).finally(() => pending.delete(request));
    },
    finish,
  };
}
