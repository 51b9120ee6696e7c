import type { Comparison, Line } from './result.js';

/**
 * Tolerated factor between a ratio and the committed one. Requests per second fluctuate with other load on the machine,
 * even relative to the yardstick, so the tolerance only detects contention.
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

/** A regression of Lectern relative to every yardstick, reported by the ratio that changed least. */
export interface Regression {
  readonly comparison: string;
  readonly way: string;
  readonly measure: Measure;
  readonly beside: string;
  /** The ratio: the committed median and the better quartile of the measurement. */
  readonly before: number;
  readonly now: number;
}

/**
 * Finds regressions beyond the tolerance in three of four rounds, relative to every yardstick: if only one ratio
 * changed, that yardstick changed. Ignores implementations that only one of the results contains.
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

/** Formats a regression for the console. */
export function regressionText(regression: Regression): string {
  const { comparison, way, measure, beside, before, now } = regression;
  const percent = Math.round((worsening(regression) - 1) * 100);
  const digits = before < 0.2 ? 3 : 2;
  return (
    `${comparison}: "${way}" got ${percent} % worse. Its ${measures[measure].what} ÷ "${beside}" was ${before.toFixed(digits)} ` +
    `when bench/results/quick.json was saved, and is ${now.toFixed(digits)} with the best quarter of the rounds left out.`
  );
}
