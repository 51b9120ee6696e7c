import type { Tape } from './tape.js';

/** Text lengths at the limits of the service and beyond, in characters. */
const lengths = [200, 201, 255, 256, 600, 2_001, 65_535, 65_536, 300_000];

/** Every name that a plain object inherits. */
const inherited = Object.getOwnPropertyNames(Object.prototype);

const texts = [
  ...['', ' ', '0', '-1', '1e3', '1.5', 'NaN', 'Infinity', 'null', 'true', 'undefined', '[]', '{}', 'x'],
  ...['%', '_', '%_%', '\\', "'", '"', '`', "' or 1=1 --"],
  ...['$1', '${7}', '{{7}}', '{"$like":"%"}', '../../etc/passwd', 'file:///etc/passwd', 'javascript:alert(1)'],
  ...['\0', 'a\0b', '\ud800', '\udc00x', '\ud83d\ude00', '\uffff', '\ufeff', '\u202e', '\u2028', '\x1b[31m', '\x7f'],
  ...['e\u0301', 'İıßſK', 'ﷺ', '𝕳', '٣', '१', '\r\nX-Injected: yes', '<script>alert(1)</script>', '&amp;', 'a,b;c=d'],
  ...['9007199254740993', '9223372036854775807', '9223372036854775808', '-9223372036854775809', '2147483648'],
  ...inherited,
  ...['https://[::1', 'http://', 'https://user:word@example.org:99999/', 'mailto:a@example.org', 'a@b', '@', 'a@b@c'],
];

const dates = [
  ...['2027-05-21', '2027-05-21T10:00:00+02:00', '0000-00-00', '0001-01-01', '-000001-01-01', '9999-12-31T23:59:59Z'],
  ...['+010000-01-01', '+275760-09-13T00:00:00Z', '+275761-01-01', '-271821-04-19', '294277-01-01', '4714-11-23'],
  ...['2027-02-29', '2027-03-28T02:30:00', '2027-10-31T02:30:00', '1847-12-01', '2016-12-31T23:59:60Z', '24:00'],
  ...['tomorrow', '+1 week', 'last day of february', '@0', '@99999999999999', '2027-05-21T10:00:00+99:99', '1e400'],
];

const numbers = [
  ...[0, -1, 1, 5, 6, 0.5, -0, 1e3, 1e21, 1e308, -1e308, 5e-324, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 63],
  ...[90.000001, 180.5, 1439, 1440, 32_767, 32_768, 65_536],
];

/** An unexpected text, sometimes a long one. */
export function oddText(tape: Tape): string {
  if (tape.chance(6)) return tape.pick(['a', 'é', '\u{1f600}', ' ', '%', '<', '0']).repeat(tape.pick(lengths));
  if (tape.chance(25)) return tape.pick(dates);
  return tape.chance(15) ? tape.pick(texts) + tape.pick(texts) : tape.pick(texts);
}

/** A date in common formats: valid, at the limits of storage, or invalid. */
export const oddDate = (tape: Tape): string => tape.pick(dates);

export const oddNumber = (tape: Tape): number => tape.pick(numbers);

/** Any JSON value: of a wrong type, or with member names that are special in JavaScript. */
export function oddValue(tape: Tape, depth = 2): unknown {
  const makers: readonly (() => unknown)[] = [
    () => oddText(tape),
    () => oddNumber(tape),
    () => tape.pick([null, true, false]),
    () => tape.several(3, () => (depth > 0 ? oddValue(tape, depth - 1) : null)),
    () => Object.fromEntries(tape.several(2, () => [oddName(tape), depth > 0 ? oddValue(tape, depth - 1) : 1])),
    () => nested(tape.pick([10, 100, 1_000])),
    () => Array.from({ length: tape.pick([51, 1_000, 20_000]) }, () => 'x'),
  ];
  return tape.pick(makers)();
}

const names = [
  ...['x', '', 'prototype', 'then', 'toJSON', 'length', '0'],
  ...['$like', '$ne', '$gt', 'id', 'is_admin', 'admin', 'trusted', 'a.b', 'a[b]', 'a\0b', '\ud800', 'é'],
  ...inherited,
];

export const oddName = (tape: Tape): string => tape.pick(names);

function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let left = depth; left > 0; left -= 1) value = left % 2 === 0 ? [value] : { a: value };
  return value;
}

/** A name that plain objects inherit, for places where names are looked up: codings, media types, schemes. */
export const inheritedName = (tape: Tape): string => tape.pick(inherited);
