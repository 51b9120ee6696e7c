import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';

interface Elements {
  daysText(from: string, until: string): string;
}

const { daysText } = (await import(
  pathToFileURL(resolve('src/http/pages/scripts/dashboard-elements.js')).href
)) as Elements;

it.each([
  ['2027-06-05T18:00:00+02:00', '2027-06-06T00:00:00+02:00', '5 June 2027'],
  ['2027-06-05T18:00:00+02:00', '2027-06-07T00:00:00+02:00', '5–6 June 2027'],
  ['2027-12-31T18:00:00+02:00', '2028-01-01T00:00:00+02:00', '31 December 2027'],
  ['2027-06-05T18:00:00+02:00', '2027-06-06T00:00:01+02:00', '5–6 June 2027'],
  ['2027-06-05T00:00:00+02:00', '2027-06-06T00:00:00+02:00', '5–6 June 2027'],
  ['2027-06-05T00:00:00+02:00', '2027-06-05T00:00:00+02:00', '5 June 2027'],
  ['2027-06-05T09:00:00+02:00', '2027-06-05T18:00:00+02:00', '5 June 2027'],
])('The dashboard shows an event from %s until %s on %s', (from, until, text) => {
  // The blanks around the dash differ between versions of ICU.
  expect(daysText(from, until).replace(/\s*–\s*/u, '–')).toBe(text);
});
