import { describe, expect, it } from '@jest/globals';
import { regressions, regressionText } from '../../bench/regression.js';
import { comparison, line } from './made-up.js';

const one = (ratios: Readonly<Record<string, number>>, way = 'Lectern, v2.1') => [
  comparison('R1', [line(way, ratios)]),
];

describe('the regression guard', () => {
  it('accepts a ratio that is a quarter worse', () => {
    expect(regressions(one({ a: 0.8, b: 0.04 }), one({ a: 1, b: 0.05 }))).toEqual([]);
  });

  it('reports a larger regression relative to every yardstick, by the ratio that changed least', () => {
    const found = regressions(one({ a: 0.8, b: 1 }), one({ a: 1.2, b: 1.3 }));
    expect(found).toEqual([
      { comparison: 'R1', way: 'Lectern, v2.1', measure: 'ratios', beside: 'b', before: 1, now: 1.3 },
    ]);
    expect(found.map(regressionText)).toEqual([
      'R1: "Lectern, v2.1" got 30 % worse. Its CPU time ÷ "b" was 1.00 when bench/results/quick.json was saved, ' +
        'and is 1.30 with the best quarter of the rounds left out.',
    ]);
  });

  it('uses the better quartile: rounds disturbed by other load are no regression', () => {
    const spread = (low: number, high: number) => {
      const [measured] = one({ a: 1.6 });
      const lines = measured!.lines.map((line) => ({ ...line, ratios: { a: { median: 1.6, low, high } } }));
      return regressions(one({ a: 1 }), [{ ...measured!, lines }]);
    };
    expect(spread(1.2, 1.9)).toEqual([]);
    expect(spread(1.3, 1.9)).toMatchObject([{ before: 1, now: 1.3 }]);
  });

  it('accepts a change relative to one yardstick only: that yardstick became faster', () => {
    expect(regressions(one({ a: 0.8, b: 1 }), one({ a: 1.6, b: 1 }))).toEqual([]);
  });

  it('judges writes by CPU time too, and reports a throughput of less than half', () => {
    const writes = (cpu: number, rate: number) => {
      const one = line('Lectern, star', { hand: cpu });
      return [comparison('star', [{ ...one, rates: line('', { hand: rate }).ratios }], 'rate')];
    };
    expect(regressions(writes(2, 0.8), writes(2.4, 0.41))).toEqual([]);
    expect(regressions(writes(2, 0.8), writes(1, 1.6))).toEqual([]);
    expect(regressions(writes(2, 0.8), writes(3, 0.2)).map(regressionText)).toEqual([
      'star: "Lectern, star" got 50 % worse. Its CPU time ÷ "hand" was 2.00 when bench/results/quick.json was saved, ' +
        'and is 3.00 with the best quarter of the rounds left out.',
      'star: "Lectern, star" got 300 % worse. Its requests per second ÷ "hand" was 0.80 when bench/results/quick.json ' +
        'was saved, and is 0.20 with the best quarter of the rounds left out.',
    ]);
  });

  it('judges only Lectern’s implementations', () => {
    expect(regressions(one({ a: 1 }, 'PostGraphile 5'), one({ a: 3 }, 'PostGraphile 5'))).toEqual([]);
  });

  it('ignores implementations that were not measured this time', () => {
    expect(regressions(one({ a: 1 }), [comparison('R2', [])])).toEqual([]);
  });
});
