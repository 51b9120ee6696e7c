import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseDate } from '../../src/core/date/tolerant-date.js';

/** Generated texts, and the instants at which PHP 8.3 reads them on 20 November 2026 in Amsterdam; null if it refuses them. */
const read = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../test/fixtures/legacy-dates.json'), 'utf8'),
) as (readonly [text: string, seconds: number | null])[];
const now = 1_795_176_000;
const ZONE = 'Europe/Amsterdam';

/** Deliberate differences: a time counts before a relative day too, and `T` and `Z` follow `May-4` like any date. */
const DIFFERENT = /^\d.*(?:tomorrow|next monday|day of )|^[a-z]+-\d+[TZ]/i;

const iso = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000).toISOString());

describe('texts that no ISO 8601 date is', () => {
  it('are refused or read as by the legacy grammar', () => {
    const wrong = read.flatMap(([text, seconds]) => {
      const ours = parseDate(text, ZONE, now);
      const isSame = seconds === null || ours === null || ours === seconds || DIFFERENT.test(text);
      return isSame ? [] : [[text, iso(ours), iso(seconds)]];
    });
    expect(read.length).toBeGreaterThan(1_500);
    expect(wrong).toEqual([]);
  });

  it('are mostly read where the legacy grammar reads them', () => {
    const accepted = read.filter(([, seconds]) => seconds !== null);
    const ours = accepted.filter(([text]) => parseDate(text, ZONE, now) !== null);
    expect(ours.length / accepted.length).toBeGreaterThan(0.6);
  });

  const months = ['March', 'Mar', 'march', 'MAY', 'Dec', 'september'];
  const day = fc.integer({ min: 1, max: 31 });
  const clock = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30'));

  it('and state a range of days are refused', () => {
    const made = fc.record({
      month: fc.constantFrom(...months),
      from: day,
      to: day,
      year: fc.integer({ min: 1970, max: 2040 }),
    });
    const forms = [
      ({ month, from, to }: Range) => `${month} ${from}-${to}`,
      ({ month, from, to }: Range) => `${month} ${from}-${String(to).padStart(2, '0')}`,
      ({ month, from, to, year }: Range) => `${month} ${from}-${to}, ${year}`,
      ({ month, from, to, year }: Range) => `${month} ${from}-${String(to).padStart(2, '0')} ${year}`,
      ({ month, from, to }: Range) => `${month} ${from}-${String(to).padStart(2, '0')} 10:00`,
      ({ month, from, to }: Range) => `${from}-${to} ${month}`,
      ({ month, from, to, year }: Range) => `${from}-${to} ${month} ${year}`,
      ({ month, from, to, year }: Range) => `${month} ${from} - ${to}, ${year}`,
      ({ month, from, to, year }: Range) => `${from} ${month} ${year}-${String(to).padStart(2, '0')}`,
      ({ from, to, year }: Range) => `${year}-05-${String(from).padStart(2, '0')}-${String(to).padStart(2, '0')}`,
    ];
    fc.assert(
      fc.property(made, fc.constantFrom(...forms), (range, form) => parseDate(form(range), ZONE, now) === null),
      { numRuns: 3_000 },
    );
  });

  it('and state a range of times are refused', () => {
    const made = fc.record({ month: fc.constantFrom(...months), day, from: clock, to: clock });
    const text = (hour: number, minute: string) => `${hour}:${minute}`;
    const padded = (hour: number, minute: string) => text(hour, minute).padStart(5, '0');
    fc.assert(
      fc.property(made, fc.boolean(), ({ month, day: date, from, to }, isPadded) => {
        const write = isPadded ? padded : text;
        for (const start of [`${date} ${month} 2026`, `${month} ${date}`, `${date}.5.2026`, '5/29/2026', 'tomorrow']) {
          expect(parseDate(`${start} ${write(...from)}-${write(...to)}`, ZONE, now)).toBeNull();
        }
      }),
      { numRuns: 500 },
    );
  });
});

interface Range {
  readonly month: string;
  readonly from: number;
  readonly to: number;
  readonly year: number;
}

describe('ISO 8601 dates', () => {
  const pad = (value: number, length = 2) => String(value).padStart(length, '0');
  const parts = fc.record({
    at: fc.integer({ min: Date.UTC(1, 0, 1) / 1000, max: Date.UTC(9999, 11, 30) / 1000 }),
    /** Minutes. */
    offset: fc.integer({ min: -12 * 4, max: 14 * 4 }).map((quarters) => quarters * 15),
    basic: fc.boolean(),
    separator: fc.constantFrom('T', 't', ' '),
    precision: fc.constantFrom('minutes', 'seconds', 'fraction'),
    zone: fc.constantFrom('Z', 'z', 'offset', 'short offset', 'none'),
  });

  it('never become another instant', () => {
    fc.assert(
      fc.property(parts, ({ at, offset, basic, separator, precision, zone }) => {
        const seconds = at - (at % 60);
        const isLocal = zone === 'offset' || zone === 'short offset';
        const local = new Date((seconds + (isLocal ? offset * 60 : 0)) * 1000);
        const year = pad(local.getUTCFullYear(), 4);
        if (!/^\d{4}$/.test(year) || year === '0000') return;
        const isBasic = basic && separator !== ' ';
        const join = (values: readonly string[], by: string) => values.join(isBasic ? '' : by);
        const date = join([year, pad(local.getUTCMonth() + 1), pad(local.getUTCDate())], '-');
        const fields = [pad(local.getUTCHours()), pad(local.getUTCMinutes())];
        const time =
          join(precision === 'minutes' ? fields : [...fields, '00'], ':') + (precision === 'fraction' ? '.000' : '');
        const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
        const numeric = `${offset < 0 ? '-' : '+'}${join([pad(hours), pad(minutes)], ':')}`;
        const suffix = {
          Z: 'Z',
          z: 'z',
          offset: numeric,
          'short offset': numeric.slice(0, minutes === 0 ? 3 : 6),
          none: '',
        };
        const text = `${date}${separator}${time}${suffix[zone]}`;
        expect([text, parseDate(text, 'UTC', now)]).toEqual([text, seconds]);
      }),
      { numRuns: 5_000 },
    );
  });
});
