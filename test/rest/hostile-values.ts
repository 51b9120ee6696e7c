import type { Answer } from './ask.js';

/** Text that cannot be stored: PostgreSQL supports neither U+0000 nor unpaired surrogates. */
export const unstorable = ['\0', 'a\0b', '\ud800', 'a\udfffb', '\udc00\ud800', `${'a'.repeat(90)}\0`];

/** Texts with a meaning in SQL, JSON, templates, mail, URLs, JavaScript or terminals. */
const meaningful = [
  ...['', ' ', '0', 'null', 'true', 'NaN', '-0', '1e400', '-1', '00', '[]', '{}', '%', '_', '\\', "'", '"', '`', ';--'],
  ...["' or 1=1 --", '{{ 7 | times: 7 }}', '${7*7}', '<script>alert(1)</script>', '%00', '%s%n', '../../etc/passwd'],
  ...[
    'a\r\nBcc: b@example.org',
    '__proto__',
    'constructor',
    'toString',
    '\u202e',
    '\u2028',
    '\ufeff',
    '😀',
    'ﷺ',
    '\x1b[',
  ],
  ...['javascript:alert(1)', 'http://', 'https://a@b', 'http://[::1', '//x', 'Europe/../UTC', '@9e99', '2026-13-45'],
  'x'.repeat(70_000),
  '😀'.repeat(40_000),
];

function nested(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
}

/** JSON values that are not text. */
const otherJson: readonly unknown[] = [
  ...[null, true, false, 0, -0, 1, -1, 0.5, 1e21, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 63)],
  ...[[], {}, [null], [[]], [{}], ['a', 1, null], { a: 1 }, { length: 3 }, { toString: 'x', valueOf: 1 }, nested(1000)],
  Array.from({ length: 2000 }, (_, index) => `tag ${index}`),
];

/** Every tested value of a field. */
export const hostile: readonly unknown[] = [...unstorable, ...meaningful, ...otherJson];

/** Numbers from 0 up to 1, deterministic by seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Random JSON that consists of the values above. */
export function randomJson(random: () => number, depth = 3): unknown {
  const pick = random();
  const many = <Value>(one: () => Value): Value[] => Array.from({ length: Math.floor(random() * 4) }, one);
  if (depth > 0 && pick < 0.1) return many(() => randomJson(random, depth - 1));
  if (depth > 0 && pick < 0.2)
    return Object.fromEntries(many(() => [randomText(random), randomJson(random, depth - 1)]));
  return pick < 0.6 ? hostile[Math.floor(random() * hostile.length)] : randomText(random);
}

/** Characters of all planes, including unpaired surrogates and control characters. */
function randomText(random: () => number): string {
  const highest = [0x7f, 0x3000, 0xffff, 0x10ffff][Math.floor(random() * 4)] ?? 0x7f;
  const length = Math.floor(random() * 40);
  return Array.from({ length }, () => String.fromCodePoint(Math.floor(random() * highest))).join('');
}

/** Texts that no response may contain: stack traces, SQL, internal names, and unfilled placeholders. */
const INSIDE =
  /\bat .+:\d+:\d+|node_modules|\bselect\b.+\bfrom\b|insert into|\bviolates\b|_fkey|_key\b|MikroORM|TypeError|SyntaxError|\[object|\bundefined\b|\{(?:field|limit|given|fields|retryAfter)\}/i;

/**
 * The problem of a response to a malicious request; null without one. The request may be accepted; an error has one
 * message, without internals.
 */
export function flawOf({ status, text, headers }: Answer): string | null {
  if (status === 501 && text.startsWith('["Cannot login via')) return null;
  if (status >= 500 && !(status === 501 && /^\["[^"]+"\]$/.test(text))) return 'a fault of the service';
  if (status < 400) return null;
  if (!(headers.get('content-type') ?? '').startsWith('application/json')) return 'not JSON';
  const sentences = parsed(text);
  if (!Array.isArray(sentences) || sentences.length !== 1) return 'not an array with one sentence';
  if (typeof sentences[0] !== 'string' || sentences[0].trim() === '') return 'no sentence';
  return INSIDE.test(sentences[0]) ? 'something of the inside' : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
