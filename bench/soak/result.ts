import type { Machine } from '../result.js';
import type { Latency } from './load.js';
import type { Kind } from './mixture.js';
import type { SampledProcess } from './samples.js';

/** Kept reads at one moment of the run. */
export interface LatencySample extends Latency {
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface SoakResult {
  readonly date: string;
  readonly machine: Machine;
  readonly node: string;
  readonly minutes: number;
  readonly workers: number;
  /** Requests per second: as many as the service could answer, and as many as it was sent. */
  readonly peak: number;
  readonly rate: number;
  /** When the steady load began, in milliseconds since 1970. */
  readonly began: number;
  readonly processes: readonly SampledProcess[];
  readonly keptReads: readonly LatencySample[];
  readonly latencies: Readonly<Record<Kind, Latency>>;
  /** Of a bare server that asks the database one statement, beside the load. */
  readonly bare: Latency;
  readonly failures: readonly string[];
}

/** One thing that is promised, and whether it was so. */
export interface Finding {
  readonly promise: string;
  readonly found: string;
  readonly kept: boolean;
}

const MOST_MILLISECONDS = 10;
const MOST_CHANGE = 0.05;
const MOST_MEGABYTES = 250;
/** Of half an hour: minutes 5 to 15, and the last ten. Shorter runs have shorter windows. */
const EARLY = [5 / 30, 15 / 30] as const;
const LATE = [20 / 30, 1] as const;

export function findingsOf(result: SoakResult): Finding[] {
  const { processes, latencies, failures, bare } = result;
  const { p99 } = latencies['kept reads'];
  return [
    ...processes.map((one) => flatness(one, result)),
    ...processes.map(({ name, samples }) => {
      const most = Math.max(...samples.map(({ resident }) => resident));
      const promise = `${name}: less than ${MOST_MEGABYTES} MB`;
      return { promise, found: `${Math.round(most)} MB at most`, kept: most < MOST_MEGABYTES };
    }),
    {
      promise: `kept reads: 99 of 100 within ${MOST_MILLISECONDS} ms`,
      found: `${p99.toFixed(1)} ms; ${bare.p99.toFixed(1)} ms by a bare server beside it`,
      kept: p99 < MOST_MILLISECONDS,
    },
    { promise: 'no request fails', found: failures[0] ?? 'none did', kept: failures.length === 0 },
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
    promise: `${name}: resident memory of the last third within ${MOST_CHANGE * 100} % of that before the middle`,
    found: `${Math.round(early)} MB, then ${Math.round(late)} MB (${change < 0 ? '−' : '+'}${Math.abs(change * 100).toFixed(1)} %)`,
    kept: Math.abs(change) <= MOST_CHANGE,
  };
}
