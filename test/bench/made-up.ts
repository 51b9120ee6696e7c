import type { BenchResult, Comparison, Line } from '../../bench/result.js';
import { COUNTING, LECTERN, POSTGRAPHILE, STORING } from '../../bench/ways.js';

const exactly = (median: number) => ({ median, low: median, high: median });
const each = (ratios: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(ratios).map(([name, median]) => [name, exactly(median)]));

/** A line with only the ratios that the test uses. */
export function line(way: string, ratios: Readonly<Record<string, number>>, total = 100): Line {
  return {
    way,
    node: total * 0.75,
    postgres: total * 0.25,
    total,
    perSecond: 1_000,
    ratios: each(ratios),
    rates: each(ratios),
  };
}

export function comparison(name: string, lines: readonly Line[], judgedBy: Comparison['judgedBy'] = 'cpu'): Comparison {
  return { name, about: `what ${name} is`, bytes: 35_000, judgedBy, lines };
}

/** A result in which R1 meets its goals and R2 does not. */
export const madeUp: BenchResult = {
  date: '2026-11-21',
  machine: { cpu: 'Some <CPU> & more', cores: 2, memory: 16, system: 'linux x64' },
  versions: { Node: '24.0.0', PostgreSQL: '18.0' },
  data: { events: 2_000, talks: 60_000 },
  quick: false,
  rounds: 15,
  concurrency: 8,
  start: exactly(1.2),
  memory: { 'with the response cache': 200 },
  comparisons: [
    comparison('R1', [
      line(COUNTING, { [COUNTING]: 1, [STORING]: 1.6, [POSTGRAPHILE]: 0.7 }),
      line(LECTERN.rest, { [COUNTING]: 0.9, [STORING]: 1.3, [POSTGRAPHILE]: 0.6 }, 90),
      line(LECTERN.graph, { [COUNTING]: 1.2, [STORING]: 1.9, [POSTGRAPHILE]: 0.85 }, 120),
    ]),
    comparison('R2', [
      line(COUNTING, { [COUNTING]: 1, [STORING]: 1.2, [POSTGRAPHILE]: 0.8 }),
      line(LECTERN.rest, { [COUNTING]: 1.2, [STORING]: 1.4, [POSTGRAPHILE]: 0.9 }, 120),
      line('Apollo, em.find', { [COUNTING]: 9, [STORING]: 12, [POSTGRAPHILE]: 7 }, 900),
    ]),
    comparison('star write', [line('by hand', { 'by hand': 1 }), line('Lectern, star', { 'by hand': 0.7 })], 'rate'),
  ],
};
