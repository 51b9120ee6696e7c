import { Info } from 'luxon';
import type { DateFormat } from './tolerant-date-formats.js';
import type { DatePart } from './tolerant-date-parts.js';

const WEEKDAYS = Info.weekdays('long', { locale: 'en' }).map((name) => name.slice(0, 3).toLowerCase());
const LONG_WEEKDAYS = Info.weekdays('long', { locale: 'en' }).join('|');
const WEEKDAY = `(?<weekday>${LONG_WEEKDAYS}|tues|thurs|thur|${WEEKDAYS.join('|')})`;

const UNITS: ReadonlyMap<string, (amount: number) => DatePart> = new Map<string, (amount: number) => DatePart>([
  ['second', (amount) => ({ seconds: amount })],
  ['sec', (amount) => ({ seconds: amount })],
  ['minute', (amount) => ({ seconds: amount * 60 })],
  ['min', (amount) => ({ seconds: amount * 60 })],
  ['hour', (amount) => ({ seconds: amount * 3600 })],
  ['day', (amount) => ({ days: amount })],
  ['week', (amount) => ({ days: amount * 7 })],
  ['fortnight', (amount) => ({ days: amount * 14 })],
  ['month', (amount) => ({ months: amount })],
  ['year', (amount) => ({ years: amount })],
]);
const UNIT = `(?<unit>${[...UNITS.keys()].join('|')})`;

const STEPS: ReadonlyMap<string, number> = new Map([
  ['next', 1],
  ['this', 0],
  ['last', -1],
  ['previous', -1],
]);
const STEP = `(?<step>${[...STEPS.keys()].join('|')})`;
const SIDES: ReadonlyMap<number, 'after' | 'before'> = new Map([
  [1, 'after'],
  [-1, 'before'],
]);

const ORDINALS: ReadonlyMap<string, number> = new Map([
  ['first', 1],
  ['second', 2],
  ['third', 3],
  ['fourth', 4],
  ['fifth', 5],
  ['last', -1],
]);

/** Relative words (contract §1.5), with the same meaning as in PHP. */
export const RELATIVE_FORMATS: readonly DateFormat[] = [
  ['now', () => ({ seconds: 0 })],
  ['today|midnight', () => ({ midnight: true })],
  ['noon', () => ({ time: 12 * 3600 })],
  ['tomorrow', () => ({ days: 1, midnight: true })],
  ['yesterday', () => ({ days: -1, midnight: true })],
  [`${WEEKDAY}\\.?`, ({ weekday }) => ({ weekday: weekdayOf(weekday), midnight: true })],
  [String.raw`${STEP}\s+${WEEKDAY}`, ({ step, weekday }) => besideToday(stepOf(step), weekdayOf(weekday))],
  [String.raw`${STEP}\s+week`, ({ step }) => ({ week: true, days: 7 * stepOf(step) })],
  [String.raw`${STEP}\s+${UNIT}`, ({ step, unit }) => counted(stepOf(step), unit)],
  [
    String.raw`(?<sign>[+-]?)\s*(?<amount>\d{1,6})\s*${UNIT}s?`,
    ({ sign, amount, unit }) => counted(Number(`${sign}${amount}`), unit),
  ],
  ['ago', () => ({ ago: true })],
  [
    String.raw`(?<edge>first|last)\s+day\s+of`,
    ({ edge }) => ({ edge: edge?.toLowerCase() === 'last' ? 'last' : 'first' }),
  ],
  [
    String.raw`(?<ordinal>${[...ORDINALS.keys()].join('|')})\s+${WEEKDAY}\s+of`,
    ({ ordinal, weekday }) => ({ nth: valueOf(ORDINALS, ordinal), weekday: weekdayOf(weekday), midnight: true }),
  ],
];

function besideToday(step: number, weekday: number): DatePart {
  const side = SIDES.get(step);
  return side ? { weekday, side, midnight: true } : { weekday, midnight: true };
}

function counted(amount: number, unit: string | undefined): DatePart {
  return valueOf(UNITS, unit)(amount);
}

const stepOf = (word: string | undefined) => valueOf(STEPS, word);
const weekdayOf = (word: string | undefined) => WEEKDAYS.indexOf(String(word).slice(0, 3).toLowerCase()) + 1;

function valueOf<Value>(table: ReadonlyMap<string, Value>, word: string | undefined): Value {
  const value = table.get(String(word).toLowerCase());
  if (value === undefined) throw new Error(`Pattern word ${word} has no table entry`);
  return value;
}
