import { describe, expect, it } from '@jest/globals';
import { linesOf } from '../../bench/result.js';
import { spreadOf } from '../../bench/spread.js';

const cost = (total: number, perSecond: number) => ({ node: total, postgres: 0, total, perSecond });

describe('a spread', () => {
  it('is the median and the quartiles', () => {
    expect(spreadOf([5, 1, 4, 2, 3])).toEqual({ median: 3, low: 2, high: 4 });
  });

  it('interpolates between two values', () => {
    expect(spreadOf([1, 2, 3, 4])).toEqual({ median: 2.5, low: 1.75, high: 3.25 });
  });
});

describe('the lines of a comparison', () => {
  it('compare within each round, so that a round on a busy machine has no effect', () => {
    const costs = new Map([
      ['yardstick', [cost(100, 50), cost(900, 5), cost(120, 40)]],
      ['other', [cost(200, 25), cost(1_800, 2.5), cost(240, 20)]],
    ]);
    const [yardstick, other] = linesOf(costs, ['yardstick']);
    expect(yardstick).toEqual({
      way: 'yardstick',
      ...{ node: 120, postgres: 0, total: 120, perSecond: 40 },
      ratios: { yardstick: { median: 1, low: 1, high: 1 } },
      rates: { yardstick: { median: 1, low: 1, high: 1 } },
    });
    expect(other?.ratios).toEqual({ yardstick: { median: 2, low: 2, high: 2 } });
    expect(other?.rates).toEqual({ yardstick: { median: 0.5, low: 0.5, high: 0.5 } });
  });

  it('have no ratio to a yardstick that was not measured', () => {
    const [line] = linesOf(new Map([['Lectern', [cost(100, 50)]]]), ['yardstick']);
    expect(line?.ratios).toEqual({});
  });
});
