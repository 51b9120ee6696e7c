import { bytesOf, type Bytes } from './asked.js';
import { oddName, oddText } from './odd-values.js';
import type { Tape } from './tape.js';

/** Bytes that are invalid or ambiguous UTF-8; percent-encoded, and raw. */
const unreadable = ['%FF', '%C0%AF', '%ED%A0%80', '%F8%88%80%80%80', '%00', '%', '%zz', '%u0041', '%2', '%25', '%2F'];
const raw = ['\xff', '\xc0\xaf', '\xed\xa0\x80', '\xf4\x90\x80\x80', '\x80', '\xc3'];

/** A text as part of a URL: encoded, or partly raw. */
export function addressText(tape: Tape, text: string): Bytes {
  if (tape.chance(4)) return tape.pick(unreadable);
  if (tape.chance(2)) return tape.pick(raw);
  // Characters that must be encoded, or would end the line.
  if (tape.chance(5)) return bytesOf(text).replaceAll(/[\x00-\x20?#&\x7f]/g, '+');
  return encodeURIComponent(text.slice(0, MOST_OF_ADDRESS).toWellFormed()).replaceAll(
    /%3C(\w+)%3A(\d+)%3E/g,
    '<$1:$2>',
  );
}

/** Node rejects headers beyond 16 KB by itself, which is sufficiently tested. */
const MOST_OF_ADDRESS = 700;

/** Undocumented parameters, or parameters in the format of another language. */
export function oddPair(tape: Tape, known: string): Bytes {
  const value = addressText(tape, oddText(tape));
  const name = tape.chance(60) ? known : addressText(tape, oddName(tape));
  const forms = [`${name}=${value}`, `${name}[]=${value}`, `${name}[$ne]=${value}`, `${name}[0][a]=${value}`, name];
  const further = [
    `${name}==${value}`,
    `&&${name}=1&${name}=2`,
    `${name}[=${value}`,
    `${name}%5B%5D=${value}`,
    `=${value}`,
  ];
  return tape.pick([...forms, ...further]);
}

/** A form as sent by browsers, with members that need not be texts. */
export function formText(members: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(members).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.slice(0, 100).map((item): [string, string] => [`${name}[]`, textOf(item)])
      : [[name, textOf(value)] as [string, string]],
  );
  return new URLSearchParams(pairs).toString().replaceAll(/%3C(\w+)%3A(\d+)%3E/g, '<$1:$2>');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const deep = (length: number) => '['.repeat(length);

/** Bodies that do not match their declared type. */
const bodies: readonly ((sound: Bytes) => Bytes)[] = [
  () => '',
  (sound) => sound.slice(0, -1),
  (sound) => `\xef\xbb\xbf${sound}`,
  (sound) => `${sound}${sound}`,
  (sound) => sound.replaceAll('"', "'"),
  (sound) => sound.replace('"', '"\xff'),
  (sound) => sound.replace('"', '"\xed\xa0\x80'),
  (sound) => sound.replace('"', '"\0'),
  (sound) => sound.replace('"', '"\\ud800'),
  (sound) => sound.replace('{', '{"__proto__":{"is_admin":true},"constructor":{"prototype":{"a":1}},'),
  (sound) => sound.replace('{', '{"name":1e999,"rating":-0,"start":123456789012345678901234567890,'),
  (sound) => `{"a":1,"a":${sound}}`,
  () => 'null',
  () => '"text"',
  () => '12345678901234567890',
  () => '[{}]',
  () => `{"a":${deep(500_000)}`,
  () => `${deep(200_000)}${']'.repeat(200_000)}`,
  () => `{"comment":"${'x'.repeat(1024 * 1024)}","rating":3}`,
  () => `{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":1`).join()}}`,
  () => 'a[b][c]=d&a[]=e&a=f&%5B%5D=g&a%00b=c',
];

export const oddBody = (tape: Tape, sound: Bytes): Bytes => tape.pick(bodies)(sound);
