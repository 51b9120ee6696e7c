import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../telemetry/log/log.js';
import type { Exposition } from '../../telemetry/metrics/exposition.js';
import { OperatorError } from '../../config/operator-error.js';
import { createCounts } from './counts.js';
import { startMember, type DemoPasswords, type Member, type Post } from './member.js';

export interface CrewParts {
  readonly count: number;
  /** Called for each worker that is ready to accept connections. */
  readonly onReady: (member: Member) => void;
  /** The start parameters of every worker. */
  readonly post: Promise<Post>;
  readonly log: Logger;
  /** Ends the service when no worker can serve requests. */
  readonly fail: (error: unknown) => void;
  /** The time a worker has to become ready before a replacement is abandoned. */
  readonly startWithinMs: number;
}

/** A fixed number of workers; each is restarted when it exits. */
export interface Crew {
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
const LONG_MS = 60_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
const MOST_FAILURES = 5;
/** Under load, every open connection gets a request within this time, and its response announces the close. */
const IDLE_MS = { stopping: 1_000, replacing: 5_000 };

/** Starts the workers and restarts those that exit, with exponential backoff. */
export function createCrew({ count, onReady, post, log, fail, startWithinMs }: CrewParts): Crew {
  const living = new Set<Member>();
  const places: Member[] = [];
  const counts = createCounts();
  const started = Promise.withResolvers<DemoPasswords>();
  let [hasStarted, stopping, replacing, again] = [false, false, false, false];
  /** Consecutive workers that exited before they were ready. */
  let failures = 0;
  let demo: DemoPasswords = null;

  const isReady = (): boolean => places.some((member) => member.isReady());
  const start = (): Member => {
    const member = startMember(post);
    living.add(member);
    counts.join(member);
    void member.ended.then(() => living.delete(member));
    member.ready.then(
      (passwords) => {
        failures = 0;
        onReady(member);
        demo ??= passwords;
        if (hasStarted || !places.every((one) => one.isReady())) return;
        hasStarted = true;
        started.resolve(demo);
      },
      (error: unknown) => {
        failures += 1;
        // At startup, a configuration error ends the service. Later, other workers still serve requests, and the
        // operator can fix it.
        if (error instanceof OperatorError && !hasStarted) fail(error);
        else if (failures >= MOST_FAILURES && !isReady()) fail(givenUp(error));
      },
    );
    return member;
  };

  /** @param vain the number of consecutive early exits at this place */
  const occupy = async (place: number, member: Member, vain = 0): Promise<void> => {
    places[place] = member;
    const holds = (): boolean => !stopping && places[place] === member;
    const began = performance.now();
    const how = await member.leaves;
    // Also ends a worker that drains and does not exit.
    void member.finish(IDLE_MS.stopping);
    if (!holds()) return;
    const reason = await member.ready.then(() => how, messageOf);
    log.error({ worker: member.pid, reason }, 'Worker exited; starting a replacement');
    const times = performance.now() - began < LONG_MS ? vain : 0;
    await sleep(times === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** times));
    if (holds()) void occupy(place, start(), times + 1);
  };

  /** @returns whether the new worker became ready */
  const replace = async (place: number): Promise<boolean> => {
    const fresh = start();
    try {
      await Promise.race([fresh.ready, tooLong(startWithinMs)]);
    } catch (error) {
      if (!stopping)
        log.error(
          { worker: fresh.pid, reason: messageOf(error) },
          'New worker failed to start; keeping the old workers',
        );
      await fresh.finish(0);
      return false;
    }
    const old = places[place];
    void occupy(place, fresh);
    await old?.finish(IDLE_MS.replacing);
    return true;
  };

  const replaceEach = async (): Promise<void> => {
    log.info('Replacing the workers one by one …');
    for (let place = 0; place < count; place++) if (stopping || !(await replace(place))) return;
    log.info('Replaced all workers');
  };

  for (const place of Array(count).keys()) void occupy(place, start());
  return {
    started: started.promise,
    isReady,
    metrics: counts.expose,
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
      await Promise.all([...living].map((member) => member.finish(IDLE_MS.stopping)));
    },
  };
}

async function tooLong(milliseconds: number): Promise<never> {
  await sleep(milliseconds, undefined, { ref: false });
  throw new Error(`not ready within ${milliseconds / 1000} s`);
}

const givenUp = (last: unknown): OperatorError =>
  new OperatorError(
    `Lectern is exiting: ${MOST_FAILURES} consecutive workers exited before they were ready, the last one with ${messageOf(last)}. See its output above.`,
  );

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
