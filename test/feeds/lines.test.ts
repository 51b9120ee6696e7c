import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { component, line, text } from '../../feeds/calendar/lines.js';

/** Texts in which escapes and characters of several octets are at every position of a line. */
const texts = fc
  .array(fc.constantFrom('a', 'word ', '\\', '\n', ';', ',', 'ü', '🎉', '漢', ':', '\\n', '\\\\'), { maxLength: 200 })
  .map((parts) => parts.join('').trim())
  .filter((value) => value !== '');

const calendarOf = (value: string) =>
  component('VCALENDAR', [
    line('VERSION', '2.0'),
    component('VEVENT', [line('UID', 'one'), line('DTSTART', '20260529T090000Z'), line('DESCRIPTION', text(value))]),
  ]);

describe('a folded line', () => {
  it('has at most 75 octets, and ends neither inside a character nor inside an escape', () => {
    fc.assert(
      fc.property(texts, (value) => {
        const folded = line('DESCRIPTION', text(value));
        const lines = folded.slice(0, -2).split('\r\n');
        for (const one of lines) {
          expect(Buffer.byteLength(one)).toBeLessThanOrEqual(75);
          expect(one.isWellFormed()).toBe(true);
          expect((/\\*$/.exec(one)?.[0].length ?? 0) % 2).toBe(0);
        }
        expect(lines.map((one, index) => (index === 0 ? one : one.slice(1))).join('')).toBe(
          `DESCRIPTION:${text(value)}`,
        );
      }),
      { numRuns: 3_000 },
    );
  });

  it('keeps its text in ical.js and node-ical', () => {
    fc.assert(
      fc.property(texts, (value) => {
        const [entry] = new ICAL.Component(ICAL.parse(calendarOf(value)) as unknown[]).getAllSubcomponents('vevent');
        expect(entry?.getFirstPropertyValue('description')).toBe(value);
        // node-ical reads an escaped backslash before `n` as a line break.
        const plain = value.replaceAll('\\', '/');
        const parsed = Object.values(nodeIcal.sync.parseICS(calendarOf(plain))).find((one) => one?.type === 'VEVENT');
        expect([parsed?.description]).toEqual([plain]);
      }),
      { numRuns: 500 },
    );
  });

  it('of 65 535 backslashes is folded in linear time', () => {
    expect(line('DESCRIPTION', text('\\'.repeat(65_535))).length).toBeGreaterThan(131_070);
  });
});
