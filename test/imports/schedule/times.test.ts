import { describe, expect, it } from '@jest/globals';
import { parseMinutes, threePartsOf } from '../../../src/transfer/schedule/formats/durations.js';
import { parseTime, rangeIn, timeAfter } from '../../../src/transfer/schedule/formats/times.js';

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
    '2027-05-29 12:00:00 UTC',
    '2027-05-29 14:00:00+02',
    '2027/05/29 14:00',
    '29.5.27 14:00',
    'May 29, 2027 2:00 PM',
    '29 May 2027 14:00',
    'Sat, 29 May 2027 14:00',
    'Samstag, 29. Mai 2027, 14:00 Uhr',
    '29 mai 2027 à 14h00',
    '29 de mayo de 2027 14:00',
    '29 mei 2027 2 PM',
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
    '29 Quintilis 2027 14:00',
    '2027-05-29 14',
    '2027-05-29 14:00 or so',
  ])('is not "%s"', (text) => {
    expect(parseTime(text, 'Europe/Berlin')).toBeNull();
  });
});

it('A duration is minutes, or hours and minutes', () => {
  expect(['45', '45 min', '0:45', '01:30', '72:00', '00:30:00', '0'].map((text) => parseMinutes(text))).toEqual([
    45, 45, 45, 90, 4_320, 30, 0,
  ]);
  expect(
    ['1h', '1h30', '1.5 hours', '1 hour 30 minutes', 'PT45M', 'PT1H30M', 'P1D'].map((text) => parseMinutes(text)),
  ).toEqual([60, 90, 90, 90, 45, 90, 1_440]);
  expect(['', '-5', '1:75', 'an hour', '1e3', 'P', 'PT'].map((text) => parseMinutes(text))).toEqual(
    Array(7).fill(null),
  );
});

it('A time of a clock is the first one after a start', () => {
  const at = (time: string) => Date.parse(time) / 1000;
  const after = (text: string) => timeAfter(text, at('2027-03-27T23:30:00+01:00'), 'Europe/Oslo');
  expect(['23:30', '11:45 PM', '0:30', '04:00'].map(after)).toEqual(
    ['2027-03-27T23:30+01:00', '2027-03-27T23:45+01:00', '2027-03-28T00:30+01:00', '2027-03-28T04:00+02:00'].map(at),
  );
  expect(['', '23', 'soon', '23:30 soon'].map(after)).toEqual(Array(4).fill(null));
});

it('A range is two times of a clock, not a time with an offset', () => {
  expect(rangeIn('14:00-15:30')).toEqual(['14:00', '15:30']);
  expect(rangeIn('16:00 – 16:20 Uhr')).toEqual(['16:00', '16:20 Uhr']);
  expect(rangeIn('2027-03-27 10:00 - 11:00')).toEqual(['2027-03-27 10:00', '11:00']);
  expect(rangeIn('2027-03-27T10:00-07:00')).toBeUndefined();
  expect(rangeIn('14:00')).toBeUndefined();
});

it('Durations of three numbers begin with hours or days, as the others of the file and the length of the event decide', () => {
  const twoDays = 2 * 24 * 60;
  expect(threePartsOf(['45', '1:00:00', '0:45:00'], twoDays)).toEqual(['hours']);
  expect(threePartsOf(['1:00:00', '0:01:30'], twoDays)).toEqual(['days']);
  expect(threePartsOf(['3:00:00'], twoDays)).toEqual(['hours']);
  expect(threePartsOf(['0:20:00', '1:00:00'], twoDays)).toEqual(['hours', '1:00:00']);
  expect(threePartsOf(['45', '1:00'], twoDays)).toEqual(['hours', undefined]);
  expect(['1:00:00', '0:01:30'].map((text) => parseMinutes(text, 'days'))).toEqual([1_440, 90]);
});
