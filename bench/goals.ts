import type { BenchResult, Comparison } from './result.js';
import { CALENDAR, CALENDAR_WAYS } from './measure-calendar.js';
import type { Spread } from './spread.js';
import { UNDER_WRITES, WITH_WRITES, WITHOUT_WRITES } from './writes/measure-under-writes.js';
import { BARE, COUNTING, LECTERN, POSTGRAPHILE, STORING } from './ways.js';

/** A line of the table of goals. */
export interface GoalRow {
  readonly goal: string;
  /** The measured value, or the test that asserts the goal. */
  readonly measured: string;
  /** Undefined if there is no limit or a test asserts it. */
  readonly met: boolean | undefined;
}

/** A ratio of CPU times with an upper limit; without one it is informational. */
interface RatioGoal {
  readonly comparison: string;
  readonly what: string;
  readonly way: string;
  readonly beside: string;
  readonly limit?: number;
}

/** Goals of both reads relative to both yardsticks. */
const fromMemory = (what: string, way: string, limit: number): RatioGoal[] =>
  ['R1', 'R2'].flatMap((comparison) => [COUNTING, STORING].map((beside) => ({ comparison, what, way, beside, limit })));
const graph = ['R1', 'R2', 'event', 'comments'].map((comparison): RatioGoal => {
  return { comparison, what: '/graphql', way: LECTERN.graph, beside: POSTGRAPHILE, limit: 0.9 };
});

/** The goals of docs/performance.md. R1 refers to the counting yardstick: stored counters offset the cost of GraphQL. */
const ratioGoals: readonly RatioGoal[] = [
  { comparison: 'R1', what: 'uncached', way: LECTERN.rest, beside: COUNTING, limit: 1 },
  { comparison: 'R1', what: 'uncached', way: LECTERN.rest, beside: STORING },
  { comparison: 'R2', what: 'uncached', way: LECTERN.rest, beside: COUNTING, limit: 1.15 },
  { comparison: 'R2', what: 'uncached', way: LECTERN.rest, beside: STORING, limit: 1.15 },
  ...['R1', 'R2'].map((comparison) => ({ comparison, what: 'repeated', way: LECTERN.kept, beside: BARE, limit: 2 })),
  { comparison: UNDER_WRITES, what: 'repeated', way: WITH_WRITES, beside: WITHOUT_WRITES, limit: 1.5 },
  ...fromMemory('repeated', LECTERN.kept, 0.1),
  ...fromMemory('If-None-Match', LECTERN.unchanged, 0.08),
  ...graph,
  { comparison: CALENDAR, what: 'computed', way: CALENDAR_WAYS.computed, beside: LECTERN.rest, limit: 1.5 },
  { comparison: CALENDAR, what: 'repeated', way: CALENDAR_WAYS.kept, beside: LECTERN.rest, limit: 0.1 },
];

const HITS_AT_LEAST = 0.9;
const WRITES_AT_LEAST = 0.6;
const MEMORY_MB = 250;
const START_SECONDS = 1.5;

/** Goals that other programs of the project assert. */
const elsewhere: readonly (readonly [goal: string, by: string])[] = [
  ['a repeated read is never stale', 'test/response-cache/freshness.slow.ts'],
  ['statements per operation: constant in the number of records', 'test/rest/statements.test.ts'],
  ['page cost against depth and table size', 'test/million'],
  ['memory: flat over an hour', '`npm run bench -- soak`'],
];

/** All goals and how this result meets them. */
export function goalRows({ comparisons, start, memory }: BenchResult): GoalRow[] {
  return [
    ...ratioGoals.filter(isMeasured(comparisons)).map((goal) => ratioRow(goal, comparisons)),
    ...comparisons.flatMap(hitRows),
    ...comparisons.filter(({ judgedBy }) => judgedBy === 'rate').flatMap(writeRows),
    ...(start ? [startRow(start)] : []),
    ...Object.entries(memory).map(([which, megabytes]) => ({
      goal: `memory of Node, ${which}, after the load: < ${MEMORY_MB} MB`,
      measured: `${megabytes} MB`,
      met: megabytes < MEMORY_MB,
    })),
    ...elsewhere.map(([goal, by]) => ({ goal, measured: by, met: undefined })),
  ];
}

/** A quick or partial run measures fewer comparisons. */
const isMeasured =
  (comparisons: readonly Comparison[]) =>
  ({ comparison }: RatioGoal) =>
    comparisons.some(({ name }) => name === comparison);

function ratioRow({ comparison, what, way, beside, limit }: RatioGoal, comparisons: readonly Comparison[]): GoalRow {
  const lines = comparisons.find(({ name }) => name === comparison)?.lines ?? [];
  const ratio = lines.find((line) => line.way === way)?.ratios[beside];
  const goal = `${comparison}, ${what}: CPU ÷ ${beside}`;
  return limit === undefined
    ? { goal: `${goal} (for information)`, measured: spreadText(ratio), met: undefined }
    : { goal: `${goal} ≤ ${limit}`, measured: spreadText(ratio), met: (ratio?.median ?? NaN) <= limit };
}

function hitRows({ name, lines }: Comparison): GoalRow[] {
  return lines
    .filter(({ way }) => way === WITH_WRITES)
    .map(({ hits }) => ({
      goal: `${name}, share of reads from the cache ≥ ${HITS_AT_LEAST}`,
      measured: spreadText(hits),
      met: (hits?.median ?? NaN) >= HITS_AT_LEAST,
    }));
}

function startRow(seconds: Spread): GoalRow {
  return {
    goal: `seconds from start to first response, embedded database, warm: < ${START_SECONDS}`,
    measured: spreadText(seconds),
    met: seconds.median < START_SECONDS,
  };
}

function writeRows({ name, lines }: Comparison): GoalRow[] {
  const ours = lines.filter(({ way }) => way.startsWith('Lectern'));
  return ours.flatMap(({ way, rates }) =>
    Object.entries(rates).map(([beside, rate]) => ({
      goal: `${name}, ${way}: acknowledged per second ÷ ${beside} ≥ ${WRITES_AT_LEAST}`,
      measured: spreadText(rate),
      met: rate.median >= WRITES_AT_LEAST,
    })),
  );
}

/** Formats the median and the quartiles: `0.73 (0.71–0.75)`. */
export function spreadText(spread: Spread | undefined): string {
  if (!spread) return 'not measured';
  const { median, low, high } = spread;
  const digits = median < 0.2 ? 3 : 2;
  return `${median.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}
