import type { Comparison, Line } from './result.js';

/**
 * How many times worse a ratio may be than the committed one. How much is acknowledged per second swings with whatever else
 * the machine does, even beside the same by hand: only what queues up behind a lock shows there.
 */
const measures = {
  ratios: {
    what: 'CPU time',
    tolerance: 1.25,
    better: 'low',
    worsening: (before: number, now: number) => now / before,
  },
  rates: {
    what: 'requests per second',
    tolerance: 2,
    better: 'high',
    worsening: (before: number, now: number) => before / now,
  },
} as const;
type Measure = keyof typeof measures;

const measuresOf: Readonly<Record<Comparison['judgedBy'], readonly Measure[]>> = {
  cpu: ['ratios'],
  rate: ['ratios', 'rates'],
};

/** A way of Lectern's that is worse beside every yardstick than it was: the ratio that moved least is told. */
export interface Regression {
  readonly comparison: string;
  readonly way: string;
  readonly measure: Measure;
  readonly beside: string;
  /** The ratio: the median that is committed, and of what was measured the better quartile. */
  readonly before: number;
  readonly now: number;
}

/**
 * What got worse than in `committed` by more than its tolerance in three rounds of four, and by so much beside each
 * yardstick: where only one ratio moved, it was that yardstick which did. Ways that are in one of the two alone are passed
 * over.
 */
export function regressions(committed: readonly Comparison[], measured: readonly Comparison[]): Regression[] {
  return committed.flatMap((before) => {
    const now = measured.find(({ name }) => name === before.name);
    const ours = before.lines.filter(({ way }) => way.startsWith('Lectern'));
    return ours.flatMap((line) => {
      const after = now?.lines.find(({ way }) => way === line.way);
      const moved = after ? measuresOf[before.judgedBy].map((measure) => leastMoved(measure, line, after)) : [];
      return moved.flatMap((one) => (one && isWorse(one) ? [{ comparison: before.name, ...one }] : []));
    });
  });
}

type Moved = Omit<Regression, 'comparison'>;

function leastMoved(measure: Measure, line: Line, after: Line): Moved | undefined {
  const moved = Object.entries(line[measure]).flatMap(([beside, { median }]): Moved[] => {
    const now = after[measure][beside]?.[measures[measure].better];
    return now === undefined ? [] : [{ way: line.way, measure, beside, before: median, now }];
  });
  return moved.toSorted((a, b) => worsening(a) - worsening(b))[0];
}

const worsening = ({ measure, before, now }: Moved) => measures[measure].worsening(before, now);
const isWorse = (moved: Moved) => worsening(moved) > measures[moved.measure].tolerance;

/** The sentence for whoever made it slower. */
export function regressionText(regression: Regression): string {
  const { comparison, way, measure, beside, before, now } = regression;
  const percent = Math.round((worsening(regression) - 1) * 100);
  const digits = before < 0.2 ? 3 : 2;
  return (
    `${comparison}: "${way}" got ${percent} % worse. Its ${measures[measure].what} ÷ "${beside}" was ${before.toFixed(digits)} ` +
    `when bench/results/quick.json was saved, and is ${now.toFixed(digits)} with the best quarter of the rounds left out.`
  );
}
