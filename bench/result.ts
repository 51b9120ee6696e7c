import type { Cost } from './measure.js';
import { spreadOf, type Spread } from './spread.js';

/** Cost of one implementation, relative to the yardsticks. Medians over all rounds. */
export interface Line extends Cost {
  readonly way: string;
  /** Name of a yardstick → CPU time of both processes ÷ that of the yardstick in the same round. */
  readonly ratios: Readonly<Record<string, Spread>>;
  /** Name of a yardstick → requests per second ÷ those of the yardstick in the same round. */
  readonly rates: Readonly<Record<string, Spread>>;
  /** Share of the reads that the response cache served, where it matters. */
  readonly hits?: Spread;
}

/** A read or a write (`bench/writes`) in several implementations. */
export interface Comparison {
  /** A short name, unique in a result: `R1`, `comment write`. */
  readonly name: string;
  readonly about: string;
  /** Mean size of a REST response in bytes. */
  readonly bytes: number;
  /** Measure of its goals: CPU time (reads) or acknowledged requests per second (writes). */
  readonly judgedBy: 'cpu' | 'rate';
  readonly lines: readonly Line[];
}

/** Anonymous description of the machine. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  /** In GiB, rounded. */
  readonly memory: number;
  /** `linux x64`. */
  readonly system: string;
}

export interface BenchResult {
  /** Year, month, day in UTC. */
  readonly date: string;
  readonly machine: Machine;
  /** `Node`, `PostgreSQL` and the packages that are compared → version. */
  readonly versions: Readonly<Record<string, string>>;
  /** Kind of record → number of records. */
  readonly data: Readonly<Record<string, number>>;
  readonly quick: boolean;
  readonly rounds: number;
  readonly concurrency: number;
  /** Seconds from the start of Lectern with an existing embedded database to the first response; full runs only. */
  readonly start?: Spread;
  /** Resident memory of Lectern's process after the measurement in MiB, with and without response cache. */
  readonly memory: Readonly<Record<string, number>>;
  readonly comparisons: readonly Comparison[];
}

/** @param costs name of an implementation → its rounds; `yardsticks` are the names of the references */
export function linesOf(costs: ReadonlyMap<string, readonly Cost[]>, yardsticks: readonly string[]): Line[] {
  const measured = yardsticks.filter((name) => costs.has(name));
  return [...costs].map(([way, rounds]) => {
    const of = (member: keyof Cost) => spreadOf(rounds.map((cost) => cost[member])).median;
    const beside = (member: keyof Cost) => (yardstick: string) => {
      const others = costs.get(yardstick) ?? [];
      return [yardstick, spreadOf(rounds.map((cost, round) => cost[member] / (others[round]?.[member] ?? NaN)))];
    };
    return {
      way,
      node: of('node'),
      postgres: of('postgres'),
      total: of('total'),
      perSecond: of('perSecond'),
      ratios: Object.fromEntries(measured.map(beside('total'))) as Record<string, Spread>,
      rates: Object.fromEntries(measured.map(beside('perSecond'))) as Record<string, Spread>,
    };
  });
}
