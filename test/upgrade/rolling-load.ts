import { setTimeout as pause } from 'node:timers/promises';
import { verbNames } from '../process/random-verbs.js';
import type { Hand } from '../process/random-world.js';
import { writeAtRandom, type Progress } from '../process/random-writer.js';
import { atTheEnd } from '../support/clean-up.js';
import { eventually, type ServiceProcess } from '../support/process.js';
import { differenceOf } from './declared-differences.js';
import { read, type Responses, type Viewers } from './responses.js';

/** Small, so that the machine has time for the start of a service. */
const READ_EVERY_MS = 10;

/** Random writes at one service, through REST and GraphQL. */
export interface Writers {
  /** Waits for further responses, and, if asked, until every write has succeeded. */
  more(responses: number, options?: { readonly everyWrite: boolean }): Promise<void>;
  /** @returns the first writes without a response, or with a status of 500 or more */
  stop(): Promise<readonly string[]>;
}

export function startWriters({ base }: ServiceProcess, hands: readonly Hand[]): Writers {
  const progress: Progress = {
    ...{ base, trouble: false, answered: 0, wanted: Infinity, failures: [] },
    succeeded: { rest: {}, graph: {} },
  };
  const writers = Promise.all(hands.map((hand) => writeAtRandom(hand, progress)));
  // A rejection while another promise is awaited is reported by `stop`.
  writers.catch(() => undefined);
  atTheEnd(() => (progress.wanted = 0));
  const isOwed = (name: string): boolean => {
    const { rest, graph } = progress.succeeded;
    return !rest[name] && !graph[name];
  };
  return {
    async more(responses, { everyWrite } = { everyWrite: false }) {
      const wanted = progress.answered + responses;
      const isDone = () => progress.answered >= wanted && !(everyWrite && verbNames.some(isOwed));
      await eventually(() => progress.failures.length > 0 || isDone());
    },
    async stop() {
      progress.wanted = 0;
      await writers;
      return progress.failures.slice(0, 5);
    },
  };
}

/** Reads recorded paths continuously, at every service in turn. */
export interface Readers {
  readonly services: ServiceProcess[];
  /** @returns responses that differ from the recorded ones, and errors without a response; and the number of all */
  stop(): Promise<{ readonly failures: readonly object[]; readonly answered: number }>;
}

export function startReaders(first: ServiceProcess, viewers: Viewers, recorded: Responses): Readers {
  const services = [first];
  const failures: object[] = [];
  const keys = [...recorded.keys()];
  let [answered, stopped] = [0, false];
  const reading = (async () => {
    for (; !stopped; answered += 1, await pause(READ_EVERY_MS)) {
      const { base } = services[answered % services.length]!;
      // A stride that is prime to the number of services, and spreads over all viewers.
      const key = keys[(answered * 997) % keys.length]!;
      const failure = await read(base, viewers, key).then(
        (response) => differenceOf(recorded.get(key)!, response),
        (error: unknown) => ({ error: String(error) }),
      );
      if (failure) failures.push({ key, base, ...failure });
    }
  })();
  // After a failed step.
  reading.catch(() => undefined);
  atTheEnd(() => (stopped = true));
  return {
    services,
    async stop() {
      stopped = true;
      await reading;
      return { failures: failures.slice(0, 5), answered };
    },
  };
}
