import { createHash } from 'node:crypto';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const charactersOf = (codes: readonly number[]): string => String.fromCharCode(...codes);

/** What XML cannot represent, except U+0000, which PostgreSQL does not store. */
const CONTROLS = charactersOf([...range(1, 8), 0x0b, 0x0c, ...range(0x0e, 0x1f), 0xfffe, 0xffff]);
/** What `trim` removes. */
const BLANKS = charactersOf([
  ...[0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0xa0, 0x1680, ...range(0x2000, 0x200a)],
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff],
]);

/** Removes what XML cannot represent, so that a schedule that was exported as XML compares as equal. */
export const plainText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .trim();

/**
 * A long text that an import compares, but does not read: an event may have more of them than a process has memory.
 */
export interface DigestedText {
  /** SHA-256 of the plain text. */
  readonly digest: string;
  /** The begin of the text, for reports. */
  readonly beginning: string;
}

const BEGINNING_LENGTH = 101;

/**
 * SQL of the `DigestedText` of a text, as JSON.
 *
 * @param text an expression
 * @param controls placeholder of the first of `digestValues`
 * @param blanks placeholder of the second one
 */
export const digestedSql = (text: string, controls: string, blanks: string): string => {
  const lines = `replace(replace(${text}, E'\\r\\n', E'\\n'), E'\\r', E'\\n')`;
  const plain = `btrim(translate(${lines}, ${controls}::text, ''), ${blanks}::text)`;
  return `jsonb_build_object('digest', encode(sha256(convert_to(${plain}, 'UTF8')), 'base64'),
    'beginning', left(${text}, ${BEGINNING_LENGTH}))`;
};

export const digestValues: readonly string[] = [CONTROLS, BLANKS];

const digestOf = (text: string): string => createHash('sha256').update(plainText(text)).digest('base64');

/** A text, or what is read of a stored one. */
export type ComparedText = string | DigestedText;

export const isDigested = (value: unknown): value is DigestedText =>
  typeof value === 'object' && value !== null && 'digest' in value;

/** Whether texts are equal, or differ only in what an export cannot represent. */
export function areEqualTexts(one: ComparedText, other: ComparedText): boolean {
  if (typeof one === 'string' && typeof other === 'string') return plainText(one) === plainText(other);
  const [first, second] = [one, other].map((text) => (typeof text === 'string' ? digestOf(text) : text.digest));
  return first === second;
}

/** A name: a text on one line, as the commands of talks and tracks require. */
export const plainName = (text: string): string =>
  plainText(text)
    .replace(/\s+/g, (blanks) => (/[\n\t\v\f\p{Zl}\p{Zp}]/u.test(blanks) ? ' ' : blanks))
    .replace(/\p{Cc}/gu, '')
    .trim();
