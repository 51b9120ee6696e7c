import { describe, expect, it } from '@jest/globals';
import { parseDate } from '../../src/core/date/tolerant-date.js';
import { threadCpuMs } from '../support/cpu-time.js';

const now = Date.parse('2026-11-20T12:00:00Z') / 1000;
const ZONES = ['UTC', 'Europe/Amsterdam', 'America/New_York', 'Pacific/Apia', 'Pacific/Kiritimati'];
const PIECES = [
  ...[
    '2015',
    '03',
    '31',
    '9999',
    '0001',
    '999999',
    '-',
    '/',
    '.',
    ':',
    ' ',
    ' ',
    ' ',
    ',',
    '+',
    'T',
    'Z',
    'W10',
    '@',
    '\t',
  ],
  ...[
    '2015-02-30',
    '1/2/2015',
    '31.12.9999',
    '10:00',
    '23:59:60.999',
    '3pm',
    '+02:00',
    '-2359',
    'GMT',
    '(CET)',
    'Europe/London',
    'Etc/GMT+5',
    'No/Where',
    'March',
    'feb',
  ],
  ...[
    'monday',
    'sun',
    'next ',
    'last ',
    'this ',
    'week',
    'day',
    'month',
    'years',
    'ago',
    'first day of ',
    'last friday of ',
  ],
  ...['now', 'noon', 'tomorrow', 'yesterday', '+1 ', '-999999 ', '🎉', '\u0000', '٣', 'ſ', 'K'],
];

/** Deterministic pseudo-random numbers from 0 to 1. */
function* numbers(): Generator<number, never> {
  for (let state = 20_261_121; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

describe('arbitrary text', () => {
  it('is a date of the years 1 to 9999 or null, and never an error', () => {
    const drawn = numbers();
    const pick = <Item>(from: readonly Item[]) => from[Math.floor(drawn.next().value * from.length)] as Item;
    let dates = 0;
    for (let round = 0; round < 30_000; round += 1) {
      const text = Array.from({ length: 1 + Math.floor(drawn.next().value * 7) }, () => pick(PIECES)).join('');
      const seconds = parseDate(text, pick(ZONES), now);
      if (seconds === null) continue;
      dates += 1;
      if (!(seconds >= -62_135_596_800 && seconds < 253_402_300_800))
        throw new Error(`${JSON.stringify(text)}: ${seconds}`);
    }
    expect(dates).toBeGreaterThan(1_000);
  });

  it('is parsed quickly, even if hostile', async () => {
    const made = [
      ...PIECES,
      'a ',
      '1 ',
      '1. ',
      '3 ',
      '3 mar ',
      '3- ',
      '- ',
      'mar ',
      '+ ',
      '1 day ',
      'day of ',
      '10:',
      '20',
      '()',
      '9 ',
    ];
    const starts = [
      '',
      '3',
      '3 march',
      'march',
      '10',
      '10:00',
      '+',
      'next',
      '2015-01-01',
      '2015-01-01 +01:00',
      'first',
      '@',
      '(',
    ];
    const ends = ['', '!', ' !', 'am', '2015', '('];
    const texts = made.flatMap((piece) =>
      starts.flatMap((start) =>
        ends.map((end) => start + piece.repeat(100).slice(0, 100 - start.length - end.length) + end),
      ),
    );
    let slowest = 0;
    for (const text of texts) {
      slowest = Math.max(slowest, await threadCpuMs(() => parseDate(text, 'Europe/Amsterdam', now)));
    }
    expect(texts.length).toBeGreaterThan(4_000);
    expect(slowest).toBeLessThan(100);
  });

  it('is rejected immediately if it is too long for a date', async () => {
    const cpuMs = await threadCpuMs(() => {
      for (const piece of ['1', ' ', '(', 'a ', '2015-01-01 '])
        expect(parseDate(piece.repeat(1e6), 'UTC', now)).toBeNull();
    });
    expect(cpuMs).toBeLessThan(1_000);
    expect(parseDate('2015-01-01'.padEnd(100), 'UTC', now)).toBe(1_420_070_400);
    expect(parseDate('2015-01-01'.padEnd(101), 'UTC', now)).toBeNull();
  });
});
