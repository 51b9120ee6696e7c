import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePlace } from '../database/place.js';
import type { MetricSamples } from '../metrics/sample.js';
import { OperatorError } from '../operator-error.js';
import { endHandedOver } from './handed-over.js';
import type { FromWorker, ToWorker } from './messages.js';

/** Those of the demo accounts that a worker has made, by their usernames; null when it has made none. */
export type DemoPasswords = ReadonlyMap<string, string> | null;

/** One worker, from its beginning to its end. */
export interface Member {
  readonly pid: number;
  /** Resolves when it answers requests; rejects when it never will. */
  readonly ready: Promise<DemoPasswords>;
  readonly isReady: () => boolean;
  /** What it has counted since it began; undefined when it does not say so within two seconds. */
  readonly count: () => Promise<readonly MetricSamples[] | undefined>;
  /** Resolves when it is gone, to the way in which it went: `exit code 1`, `SIGKILL`. */
  readonly ended: Promise<string>;
  /** Has it answer what is in flight, and end: 14 s later it is killed. `idleMs`: how long idle connections stay open. */
  readonly finish: (idleMs: number) => Promise<void>;
}

/** What a worker has to know to start. */
export interface Post {
  readonly place: DatabasePlace;
  readonly port: number;
}

/** Eight seconds for what is in flight, five for the jobs, one for the database. */
const FINISH_WITHIN_MS = 14_000;
const COUNT_WITHIN_MS = 2_000;

/** Starts a process that runs the code on the disk, with the environment of this one. */
export function startMember(post: Promise<Post>): Member {
  const worker = cluster.fork();
  endHandedOver(worker);
  const tell = (message: ToWorker): void => {
    // One that ends meanwhile needs to be told nothing.
    if (worker.isConnected()) worker.send(message, () => undefined);
  };
  const ready = Promise.withResolvers<DemoPasswords>();
  // Whoever does not wait for it looks at its end.
  ready.promise.catch(() => undefined);
  let answers = false;
  const questions = new Map<number, (samples: readonly MetricSamples[]) => void>();
  let asked = 0;
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'refused') return ready.reject(new OperatorError(message.sentence));
    if (message.kind === 'counted') return questions.get(message.question)?.(message.samples);
    answers = true;
    ready.resolve(message.demoPasswords && new Map(message.demoPasswords));
  });
  const ended = new Promise<string>((resolve) => {
    const end = (how: string): void => {
      answers = false;
      ready.reject(new Error(how));
      resolve(how);
    };
    worker.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
    worker.on('error', ({ message }) => worker.process.pid === undefined && end(message));
  });
  post.then(
    (known) => tell({ kind: 'start', ...known }),
    () => undefined,
  );

  return {
    pid: worker.process.pid ?? 0,
    ready: ready.promise,
    isReady: () => answers,
    ended,
    async count() {
      if (!answers) return undefined;
      const question = (asked += 1);
      const said = new Promise<readonly MetricSamples[]>((resolve) => questions.set(question, resolve));
      tell({ kind: 'count', question });
      const silence = Promise.race([sleep(COUNT_WITHIN_MS, undefined, { ref: false }), ended.then(() => undefined)]);
      return Promise.race([said, silence]).finally(() => questions.delete(question));
    },
    async finish(idleMs) {
      answers = false;
      tell({ kind: 'finish', idleMs });
      const late = sleep(FINISH_WITHIN_MS, 'late', { ref: false });
      if ((await Promise.race([ended, late])) !== 'late') return;
      worker.process.kill('SIGKILL');
      await ended;
    },
  };
}
