import { describe, expect, it } from '@jest/globals';
import { goalRows } from '../../bench/goals.js';
import { report } from '../../bench/report.js';
import { table } from '../../bench/table.js';
import { madeUp } from './made-up.js';

const judged = goalRows(madeUp);
const rowOf = (goal: string) => judged.filter((row) => row.goal.startsWith(goal));

describe('the table of goals', () => {
  it('shows the measured value, and whether it meets the goal', () => {
    expect(rowOf('R1, uncached: CPU ÷ by hand, counting')).toEqual([
      { goal: 'R1, uncached: CPU ÷ by hand, counting ≤ 1', measured: '0.90 (0.90–0.90)', met: true },
    ]);
    expect(rowOf('R2, uncached: CPU ÷ by hand, counting')).toEqual([
      { goal: 'R2, uncached: CPU ÷ by hand, counting ≤ 1.15', measured: '1.20 (1.20–1.20)', met: false },
    ]);
  });

  it('does not mark an unmeasured goal as met', () => {
    expect(rowOf('R1, repeated: CPU ÷ by hand, counting')).toEqual([
      { goal: 'R1, repeated: CPU ÷ by hand, counting ≤ 0.1', measured: 'not measured', met: false },
    ]);
  });

  it('judges writes by their throughput', () => {
    expect(rowOf('star write')).toEqual([
      {
        goal: 'star write, Lectern, star: acknowledged per second ÷ by hand ≥ 0.6',
        measured: '0.70 (0.70–0.70)',
        met: true,
      },
    ]);
  });

  it('judges the startup time and the memory', () => {
    expect([...rowOf('seconds'), ...rowOf('memory of Node')]).toEqual([
      {
        goal: 'seconds from start to first response, embedded database, warm: < 1.5',
        measured: '1.20 (1.20–1.20)',
        met: true,
      },
      { goal: 'memory of Node, with the response cache, after the load: < 250 MB', measured: '200 MB', met: true },
    ]);
  });

  it('names the test that asserts a goal that is not measured here', () => {
    expect(rowOf('statements per operation')).toEqual([
      {
        goal: 'statements per operation: constant in the number of records',
        measured: 'test/rest/statements.test.ts',
        met: undefined,
      },
    ]);
  });
});

describe('a table', () => {
  it('aligns words to the left and numbers to the right', () => {
    expect(
      table(
        ['Way', 'Total'],
        [
          ['one', '1'],
          ['another', '1234567'],
        ],
      ),
    ).toBe(
      ['| Way     |   Total |', '| ------- | ------: |', '| one     |       1 |', '| another | 1234567 |'].join('\n'),
    );
  });
});

describe('the page', () => {
  it('begins with the machine, the versions and the data', () => {
    expect(report(madeUp).split('\n').slice(0, 4)).toEqual([
      '# What was measured on 2026-11-21',
      '',
      'Some <CPU> & more, 2 cores, 16 GB, linux x64. Node 24.0.0, PostgreSQL 18.0.',
      '',
    ]);
    expect(report(madeUp)).toContain('2 000 events, 60 000 talks.');
  });

  it('has a line for each way, with the quartiles of its ratios', () => {
    expect(report(madeUp)).toMatch(
      /^\| \*\*Lectern, v2\.1\*\* +\| +68 \| +23 \| +90 \| +1000 \| +0\.90 \(0\.90–0\.90\) \|/m,
    );
  });

  it('shows the chart only if there is one', () => {
    expect(report(madeUp, 'full.svg')).toContain('](full.svg)');
    expect(report(madeUp)).not.toContain('![');
  });
});
