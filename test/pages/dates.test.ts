import { describe, expect, it } from '@jest/globals';
import { daysInWords } from '../../pages/dates.js';

describe('the days of an event in words', () => {
  it.each([
    ['2027-06-05T09:00:00+02:00', '2027-06-05T18:00:00+02:00', 'Saturday, 5 June 2027'],
    ['2027-06-05T09:00:00+02:00', '2027-06-06T00:00:00+02:00', 'Saturday, 5 June 2027'],
    ['2027-06-05T09:00:00+02:00', '2027-06-07T00:00:00+02:00', 'Saturday, 5 to Sunday, 6 June 2027'],
    ['2027-12-31T20:00:00+01:00', '2028-01-01T00:00:00+01:00', 'Friday, 31 December 2027'],
    // Days without a time.
    ['2027-06-05T00:00:00+02:00', '2027-06-06T00:00:00+02:00', 'Saturday, 5 to Sunday, 6 June 2027'],
    ['2027-06-05T00:00:00+02:00', '2027-06-05T00:00:00+02:00', 'Saturday, 5 June 2027'],
    ['2027-06-05T09:00:00+02:00', '2027-06-06T00:01:00+02:00', 'Saturday, 5 to Sunday, 6 June 2027'],
  ])('from %s to %s are %s', (from, to, words) => {
    expect(daysInWords(from, to)).toBe(words);
  });
});
