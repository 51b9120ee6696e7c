import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../telemetry/log/log.js';
import type { Exposition } from '../../telemetry/metrics/exposition.js';
import { OperatorError } from '../../config/operator-error.js';
import { createWorkerMetrics } from './worker-metrics.js';
import { forkWorker, type DemoPasswords, type WorkerProcess, type StartParameters } from './worker-process.js';

export interface WorkerPoolParts {
  readonly count: number;
  /** Called for each worker that is ready to accept connections. */
  readonly onReady: (worker: WorkerProcess) => void;
  /** The start parameters of every worker. */
  readonly parameters: Promise<StartParameters>;
  readonly log: Logger;
  /** Ends the service when no worker can serve requests. */
  readonly fail: (error: unknown) => void;
  /** The time a worker has to become ready before a replacement is abandoned. */
  readonly startWithinMs: number;
}

/** A fixed number of workers; each is restarted when it exits. */
export interface WorkerPool {
  /** Resolves when all workers are ready for the first time. */
  readonly started: Promise<DemoPasswords>;
  /** Whether at least one worker is ready. */
  readonly isReady: () => boolean;
  /** The aggregated metrics of all workers. */
  readonly metrics: () => Promise<Exposition>;
  /** Replaces the workers one by one (rolling restart). A call during a restart schedules one more. */
  readonly replaceAll: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A worker that ran this long resets the restart backoff. */
const STABLE_MS = 60_000;
const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 10_000;
const MAX_FAILURES = 5;
/** Under load, every open connection gets a request within this time, and its response announces the close. */
const IDLE_MS = { stopping: 1_000, replacing: 5_000 };

/** Starts the workers and restarts those that exit, with exponential backoff. */
export function createWorkerPool({
  count,
  onReady,
  parameters,
  log,
  fail,
  startWithinMs,
}: WorkerPoolParts): WorkerPool {
  const running = new Set<WorkerProcess>();
  const slots: WorkerProcess[] = [];
  const metrics = createWorkerMetrics();
  const started = Promise.withResolvers<DemoPasswords>();
  let [hasStarted, stopping, replacing, again] = [false, false, false, false];
  /** Consecutive workers that exited before they were ready. */
  let failures = 0;
  let demo: DemoPasswords = null;

  const isReady = (): boolean => slots.some((worker) => worker.isReady());
  const start = (): WorkerProcess => {
    const worker = forkWorker(parameters);
    running.add(worker);
    metrics.join(worker);
    void worker.ended.then(() => running.delete(worker));
    worker.ready.then(
      (passwords) => {
        failures = 0;
        onReady(worker);
        demo ??= passwords;
        if (hasStarted || !slots.every((one) => one.isReady())) return;
        hasStarted = true;
        started.resolve(demo);
      },
      (error: unknown) => {
        failures += 1;
        // At startup, a configuration error ends the service. Later, other workers still serve requests, and the
        // operator can fix it.
        if (error instanceof OperatorError && !hasStarted) fail(error);
        else if (failures >= MAX_FAILURES && !isReady()) fail(startsFailed(error));
      },
    );
    return worker;
  };

  /** @param earlyExits the number of consecutive early exits at this slot */
  const occupy = async (slot: number, worker: WorkerProcess, earlyExits = 0): Promise<void> => {
    slots[slot] = worker;
    const holds = (): boolean => !stopping && slots[slot] === worker;
    const began = performance.now();
    const exit = await worker.leaves;
    // Also ends a worker that drains and does not exit.
    void worker.finish(IDLE_MS.stopping);
    if (!holds()) return;
    const reason = await worker.ready.then(() => exit, messageOf);
    log.error({ worker: worker.pid, reason }, 'Worker exited; starting a replacement');
    const failedStarts = performance.now() - began < STABLE_MS ? earlyExits : 0;
    await sleep(failedStarts === 0 ? 0 : Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** failedStarts));
    if (holds()) void occupy(slot, start(), failedStarts + 1);
  };

  /** @returns whether the new worker became ready */
  const replace = async (slot: number): Promise<boolean> => {
    const replacement = start();
    try {
      await Promise.race([replacement.ready, startTimeout(startWithinMs)]);
    } catch (error) {
      if (!stopping)
        log.error(
          { worker: replacement.pid, reason: messageOf(error) },
          'New worker failed to start; keeping the old workers',
        );
      await replacement.finish(0);
      return false;
    }
    const old = slots[slot];
    void occupy(slot, replacement);
    await old?.finish(IDLE_MS.replacing);
    return true;
  };

  const replaceEach = async (): Promise<void> => {
    log.info('Replacing the workers one by one …');
    for (let slot = 0; slot < count; slot++) if (stopping || !(await replace(slot))) return;
    log.info('Replaced all workers');
  };

  for (const slot of Array(count).keys()) void occupy(slot, start());
  return {
    started: started.promise,
    isReady,
    metrics: metrics.expose,
    async replaceAll() {
      again = true;
      if (replacing) return log.info('Replacement in progress; the workers will be replaced again afterwards');
      replacing = true;
      while (again && !stopping) {
        again = false;
        await replaceEach();
      }
      replacing = false;
    },
    async stop() {
      stopping = true;
      await Promise.all([...running].map((worker) => worker.finish(IDLE_MS.stopping)));
    },
  };
}

async function startTimeout(milliseconds: number): Promise<never> {
  await sleep(milliseconds, undefined, { ref: false });
  throw new Error(`not ready within ${milliseconds / 1000} s`);
}

const startsFailed = (last: unknown): OperatorError =>
  new OperatorError(
    `Lectern is exiting: ${MAX_FAILURES} consecutive workers exited before they were ready, the last one with ${messageOf(last)}. See its output above.`,
  );

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
