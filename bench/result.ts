import type { Cost } from './measure.js';
import { spreadOf, type Spread } from './spread.js';

/** One line of the result: what one way of doing something costs, beside the yardsticks. Medians over all rounds. */
export interface Line extends Cost {
  readonly way: string;
  /** Name of a yardstick → CPU time of both processes ÷ that of the yardstick in the same round. */
  readonly ratios: Readonly<Record<string, Spread>>;
  /** Name of a yardstick → requests per second ÷ those of the yardstick in the same round. */
  readonly rates: Readonly<Record<string, Spread>>;
}

/** One thing that is done in several ways: a read, or a write (`bench/writes`). */
export interface Comparison {
  /** A short name, unique in a result: `R1`, `comment write`. */
  readonly name: string;
  readonly about: string;
  /** Mean bytes of an answer by REST. */
  readonly bytes: number;
  /** What its goals are about: CPU time (reads), or acknowledged requests per second (writes). */
  readonly judgedBy: 'cpu' | 'rate';
  readonly lines: readonly Line[];
}

/** Where it was measured. Nothing tells whose machine it was. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  /** Whole GB. */
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
  /** Kind of record → how many. */
  readonly data: Readonly<Record<string, number>>;
  readonly quick: boolean;
  readonly rounds: number;
  readonly concurrency: number;
  /** Seconds from the start of Lectern, its embedded database made before, to the first answer; not of a quick run. */
  readonly start?: Spread;
  /** Of Lectern's process after it was measured, keeping answers or not: resident memory in MB. */
  readonly memory: Readonly<Record<string, number>>;
  readonly comparisons: readonly Comparison[];
}

/** @param costs name of a way → its rounds; `yardsticks` are the names of those to compare with */
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
