import type { Machine } from '../result.js';
import type { Latency } from './load.js';
import type { Kind } from './mixture.js';
import type { SampledProcess } from './samples.js';

/** Latency of cached reads in one interval. */
export interface LatencySample extends Latency {
  /** Unix timestamp in milliseconds. */
  readonly at: number;
}

export interface SoakResult {
  readonly date: string;
  readonly machine: Machine;
  readonly node: string;
  readonly minutes: number;
  readonly workers: number;
  /** Requests per second: the measured peak and the constant rate. */
  readonly peak: number;
  readonly rate: number;
  /** Start of the constant load, Unix timestamp in milliseconds. */
  readonly began: number;
  readonly processes: readonly SampledProcess[];
  readonly keptReads: readonly LatencySample[];
  readonly latencies: Readonly<Record<Kind, Latency>>;
  /** Latency of a bare server that executes one statement, during the load. */
  readonly bare: Latency;
  readonly failures: readonly string[];
}

/** A goal and whether it was met. */
export interface Finding {
  readonly promise: string;
  readonly found: string;
  readonly kept: boolean;
}

const MOST_MILLISECONDS = 10;
const MOST_CHANGE = 0.05;
const MOST_MEGABYTES = 250;
/** Compared windows of the run: minutes 5 to 15 and the last ten of half an hour; shorter runs scale them. */
const EARLY = [5 / 30, 15 / 30] as const;
const LATE = [20 / 30, 1] as const;

export function findingsOf(result: SoakResult): Finding[] {
  const { processes, latencies, failures, bare } = result;
  const { p99 } = latencies['cached reads'];
  return [
    ...processes.map((one) => flatness(one, result)),
    ...processes.map(({ name, samples }) => {
      const most = Math.max(...samples.map(({ resident }) => resident));
      const promise = `${name}: less than ${MOST_MEGABYTES} MB`;
      return { promise, found: `${Math.round(most)} MB at most`, kept: most < MOST_MEGABYTES };
    }),
    {
      promise: `cached reads: p99 below ${MOST_MILLISECONDS} ms`,
      found: `${p99.toFixed(1)} ms; ${bare.p99.toFixed(1)} ms by the bare server`,
      kept: p99 < MOST_MILLISECONDS,
    },
    { promise: 'no request fails', found: failures[0] ?? 'none', kept: failures.length === 0 },
  ];
}

function flatness({ name, samples }: SampledProcess, { began, minutes }: SoakResult): Finding {
  const mean = ([from, to]: readonly [number, number]): number => {
    const [begin, end] = [from, to].map((part) => began + part * minutes * 60_000);
    const found = samples.filter(({ at }) => at >= begin! && at <= end!);
    return found.reduce((sum, { resident }) => sum + resident, 0) / found.length;
  };
  const [early, late] = [mean(EARLY), mean(LATE)];
  const change = late / early - 1;
  return {
    promise: `${name}: resident memory of the last third within ${MOST_CHANGE * 100} % of the second sixth to the middle`,
    found: `${Math.round(early)} MB, then ${Math.round(late)} MB (${change < 0 ? '−' : '+'}${Math.abs(change * 100).toFixed(1)} %)`,
    kept: Math.abs(change) <= MOST_CHANGE,
  };
}
