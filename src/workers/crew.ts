import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.js';
import type { Exposition } from '../metrics/exposition.js';
import { OperatorError } from '../operator-error.js';
import { createCounts } from './counts.js';
import { startMember, type DemoPasswords, type Member, type Post } from './member.js';

export interface CrewParts {
  readonly count: number;
  /** What workers have to know. */
  readonly post: Promise<Post>;
  readonly log: Logger;
  /** Ends the service, because nobody answers, and nobody will. */
  readonly fail: (error: unknown) => void;
  /** How long a worker may take to replace another one. */
  readonly startWithinMs: number;
}

/** So many workers, whatever happens to each. */
export interface Crew {
  /** Resolves when all answer for the first time. */
  readonly started: Promise<DemoPasswords>;
  /** Whether at least one worker answers. */
  readonly isReady: () => boolean;
  /** What all of them have counted. */
  readonly metrics: () => Promise<Exposition>;
  /** Puts a new worker in the place of each, one after the other; and once more, if it is called meanwhile. */
  readonly replaceAll: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A worker that has lived so long was not started in vain. */
const LONG_MS = 60_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
const MOST_FAILURES = 5;
/** Under load every open connection has a request within this time, whose answer tells its client that it ends. */
const IDLE_MS = { stopping: 1_000, replacing: 5_000 };

/** Starts the workers. One that ends is replaced, after a pause that grows while they go on ending. */
export function createCrew({ count, post, log, fail, startWithinMs }: CrewParts): Crew {
  const living = new Set<Member>();
  const places: Member[] = [];
  const counts = createCounts();
  const started = Promise.withResolvers<DemoPasswords>();
  let [hasStarted, stopping, replacing, again] = [false, false, false, false];
  /** How many workers in a row have ended before they answered. */
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
        demo ??= passwords;
        if (hasStarted || !places.every((one) => one.isReady())) return;
        hasStarted = true;
        started.resolve(demo);
      },
      (error: unknown) => {
        failures += 1;
        // What is wrong at the first start ends it. Later on others answer meanwhile, and it may be mended.
        if (error instanceof OperatorError && !hasStarted) fail(error);
        else if (failures >= MOST_FAILURES && !isReady()) fail(givenUp(error));
      },
    );
    return member;
  };

  /** @param vain how many have ended in this place, each soon after its start */
  const occupy = async (place: number, member: Member, vain = 0): Promise<void> => {
    places[place] = member;
    const holds = (): boolean => !stopping && places[place] === member;
    const began = performance.now();
    const how = await member.ended;
    if (!holds()) return;
    const reason = await member.ready.then(() => how, messageOf);
    log.error({ worker: member.pid, reason }, 'A worker has ended; another one takes its place');
    const times = performance.now() - began < LONG_MS ? vain : 0;
    await sleep(times === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** times));
    if (holds()) void occupy(place, start(), times + 1);
  };

  /** @returns whether there was a new one that answers */
  const replace = async (place: number): Promise<boolean> => {
    const fresh = start();
    try {
      await Promise.race([fresh.ready, tooLong(startWithinMs)]);
    } catch (error) {
      if (!stopping)
        log.error({ worker: fresh.pid, reason: messageOf(error) }, 'A new worker does not start; the old ones stay');
      await fresh.finish(0);
      return false;
    }
    const old = places[place];
    void occupy(place, fresh);
    await old?.finish(IDLE_MS.replacing);
    return true;
  };

  const replaceEach = async (): Promise<void> => {
    log.info('The workers are replaced, one after the other …');
    for (let place = 0; place < count; place++) if (stopping || !(await replace(place))) return;
    log.info('All workers have been replaced');
  };

  for (const place of Array(count).keys()) void occupy(place, start());
  return {
    started: started.promise,
    isReady,
    metrics: counts.expose,
    async replaceAll() {
      again = true;
      if (replacing) return log.info('The workers are being replaced; afterwards they will be once more');
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
    `Lectern gives up: ${MOST_FAILURES} workers in a row have ended before they could answer, the last one with ${messageOf(last)}. What it said stands above.`,
  );

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
