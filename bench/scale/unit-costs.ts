import { OperatorError } from '../../src/config/operator-error.js';
import type { Cost } from '../measure.js';
import type { BenchResult, Line } from '../result.js';

/** CPU time in microseconds of Node and PostgreSQL. */
export type Cpu = Pick<Cost, 'node' | 'postgres'>;

/** What a cached read costs: it waits for a poll of the change feed, which it shares with the reads that wait with it. */
export interface CachedReadCosts {
  /** Per read, without its share of the poll. */
  readonly read: Cpu;
  /** Per poll. */
  readonly poll: Cpu;
  /** Duration of a poll in seconds, without a network. */
  readonly pollSeconds: number;
  /** The largest number of reads per poll that was measured; the model assumes no larger one. */
  readonly maxShared: number;
}

/** Measured costs of one request each, and sizes. */
export interface UnitCosts extends CachedReadCosts {
  readonly computed: Cpu;
  readonly comment: Cpu;
  /** Share of the reads that the response cache serves while others write. */
  readonly hitRate: number;
  /** Of a response, uncompressed. */
  readonly responseBytes: number;
  /** Resident memory of a process in MiB. */
  readonly processMemory: number;
}

/** Reads that share one poll, and their cost. */
export interface SharedReads {
  readonly perPoll: number;
  readonly cost: Cpu;
  readonly perSecond: number;
}

/**
 * Separates the costs of reads and polls, which the costs of lone and of concurrent reads contain in different shares.
 *
 * @param lone reads that arrive one at a time, each with a poll of its own
 * @param together reads in a closed loop: all of them wait for the same poll
 */
export function separate(lone: Pick<SharedReads, 'cost'>, together: SharedReads): CachedReadCosts {
  const { perPoll, perSecond } = together;
  const pollOf = (part: keyof Cpu) => ((lone.cost[part] - together.cost[part]) * perPoll) / (perPoll - 1);
  // A poll that costs less when it is alone would be noise.
  const poll = { node: Math.max(0, pollOf('node')), postgres: Math.max(0, pollOf('postgres')) };
  const readOf = (part: keyof Cpu) => Math.max(0, together.cost[part] - poll[part] / perPoll);
  return {
    read: { node: readOf('node'), postgres: readOf('postgres') },
    poll,
    pollSeconds: perPoll / perSecond,
    maxShared: perPoll,
  };
}

/**
 * Takes the costs from a saved full result: pages of 20 events, comments, and reads under writes.
 *
 * @throws OperatorError if the result lacks one of them
 */
export function unitCostsOf({ comparisons, concurrency, memory }: BenchResult): UnitCosts {
  const comparisonOf = (name: string) => {
    const found = comparisons.find((comparison) => comparison.name === name);
    if (!found) throw new OperatorError(`bench/results/full.json has no comparison "${name}".`);
    return found;
  };
  const lineOf = (comparison: string, way: string): Line => {
    const found = comparisonOf(comparison).lines.find((line) => line.way === way);
    if (!found) throw new OperatorError(`bench/results/full.json has no line "${way}" in "${comparison}".`);
    return found;
  };
  const kept = lineOf('R1', 'Lectern, kept');
  const { median: hitRate } = lineOf('under writes', 'Lectern, with writes').hits ?? { median: 0 };
  return {
    ...separate(
      // 500 per second, evenly spaced: two milliseconds apart, so that each has its own poll.
      { cost: lineOf('under writes', 'Lectern, without writes') },
      { perPoll: concurrency, cost: kept, perSecond: kept.perSecond },
    ),
    computed: lineOf('R1', 'Lectern, v2.1'),
    comment: lineOf('comment write', 'Lectern, v2.1'),
    hitRate,
    responseBytes: comparisonOf('R1').bytes,
    processMemory: Math.max(...Object.values(memory)),
  };
}
