import { describe, expect, it } from '@jest/globals';
import { parseMinutes, parseTime } from '../../../src/transfer/schedule/times.js';

const NOON = Date.parse('2027-05-29T12:00:00Z') / 1000;

describe('A time', () => {
  it.each([
    '2027-05-29T12:00:00Z',
    '2027-05-29T14:00:00+02:00',
    '2027-05-29T14:00:00.000+0200',
    '2027-05-29T14:00',
    '2027-05-29T14:00:00+02:00[Europe/Paris]',
    '2027-05-29T05:00-07:00[!america/los_angeles]',
    '2027-05-29T12:00Z[Europe/Paris]',
    '2027-05-29T14:00[Europe/Paris]',
    ' 2027-05-29 14:00:00 ',
    '2027-05-29 2:00 PM',
    '29.5.2027 14:00',
    '29.05.2027, 14:00:00',
    '5/29/2027 02:00 PM',
    '05/29/2027 2:00pm',
    '05/29/2027 14:00',
  ])('%s', (text) => {
    expect(parseTime(text, 'Europe/Berlin')).toBe(NOON);
  });

  it('at midnight and noon of a 12-hour clock', () => {
    expect(parseTime('05/29/2027 12:00 PM', 'UTC')).toBe(NOON);
    expect(parseTime('05/29/2027 12:00 AM', 'UTC')).toBe(NOON - 12 * 3_600);
  });

  it.each([
    '',
    'tomorrow',
    '2027-02-30 10:00',
    '2027-05-29',
    '2027-05-29 24:30',
    '31.06.2027 10:00',
    '13/29/2027 10:00',
    '05/29/2027 13:00 PM',
    '2027-05-29 10:60',
    '2027-05-29T14:00+02:00[America/New_York]',
    '2027-05-29T14:00[CEST]',
  ])('is not "%s"', (text) => {
    expect(parseTime(text, 'Europe/Berlin')).toBeNull();
  });
});

it('A duration is minutes, or hours and minutes', () => {
  expect(['45', '45 min', '0:45', '01:30', '72:00', '00:30:00', '0'].map(parseMinutes)).toEqual([
    45, 45, 45, 90, 4_320, 30, 0,
  ]);
  expect(['', '-5', '1:75', 'an hour', '1e3'].map(parseMinutes)).toEqual(Array(5).fill(null));
});
