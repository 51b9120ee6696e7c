/**
 * Content lines of iCalendar (RFC 5545 §3.1). Written here because calendars must have stable bytes, and an event with
 * a thousand talks must cost no more than its list in v2.1.
 */

/** Control characters other than the tab and the line break are invalid in texts (RFC 5545 §3.1). */
const CONTROL = /[\0-\b\v-\x1f\x7f]/g;
const ESCAPED = /[\\;,]/g;
/** What a text may contain that is not written as it is. */
const SPECIAL = /[\0-\x1f\x7f\\;,]/;
const LINE_BREAK = /\r\n?|\n/g;
const MAX_OCTETS = 75;
const NOT_ASCII = /[^\0-\x7f]/;

/** A value of type TEXT. */
export function text(value: string): string {
  if (!SPECIAL.test(value)) return value;
  return value.replace(LINE_BREAK, '\n').replace(CONTROL, '').replace(ESCAPED, '\\$&').replaceAll('\n', '\\n');
}

/** A value of type URI, which is not escaped: stored URLs may contain control characters. */
export const uri = (value: string): string => value.replace(/[\0-\x1f\x7f]/g, '');

/** A line, folded after at most 75 octets, and never inside a character or an escape: some parsers unfold after unescaping. */
export function line(name: string, value: string): string {
  const whole = `${name}:${value}`;
  if (NOT_ASCII.test(whole)) return foldedText(whole);
  let at = foldOf(whole, 0, MAX_OCTETS);
  let folded = whole.slice(0, at);
  while (at < whole.length) {
    const end = foldOf(whole, at, MAX_OCTETS - 1);
    folded += `\r\n ${whole.slice(at, end)}`;
    at = end;
  }
  return `${folded}\r\n`;
}

/** Where a line of at most `size` characters from `at` ends: an odd number of backslashes opens an escape. */
function foldOf(whole: string, at: number, size: number): number {
  const end = at + size;
  if (end >= whole.length) return whole.length;
  let first = end;
  while (first > at && whole[first - 1] === '\\') first -= 1;
  return (end - first) % 2 === 1 ? end - 1 : end;
}

/** A line with characters of several octets. */
function foldedText(whole: string): string {
  let folded = '';
  let octets = 0;
  let isEscaped = false;
  for (const character of whole) {
    const size = sizeOf(character.codePointAt(0) ?? 0);
    const opensEscape: boolean = character === '\\' && !isEscaped;
    isEscaped = opensEscape;
    // The escaped character has one octet.
    if (octets + size + Number(opensEscape) > MAX_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return `${folded}\r\n`;
}

/** Octets of a character in UTF-8. */
function sizeOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/** A component with its lines. */
export const component = (name: string, lines: readonly string[]): string =>
  `BEGIN:${name}\r\n${lines.join('')}END:${name}\r\n`;

/** The same, with inner components that are written one after another. */
export function* componentOf(
  name: string,
  lines: readonly string[],
  components: Iterable<string>,
): Generator<string, void> {
  yield `BEGIN:${name}\r\n${lines.join('')}`;
  yield* components;
  yield `END:${name}\r\n`;
}
