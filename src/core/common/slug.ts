import type { DateTime } from 'luxon';
import { transliterate } from 'transliteration';

const MAX_SUFFIX = 99;
/** Segments of a path that URLs omit. */
const DOTS = /^\.{1,2}$/;

/** Symbols that are not ASCII, of no script; and letters that are signs. */
const SIGNS = /(?![\0-\x7f])(?:(?=\p{Script=Common})[\p{S}\p{P}\p{No}]|[ªºµ])/gu;
/**
 * The signs that the ICU transform of the original writes in ASCII. It leaves all others, such as `°`, `£`, `²` and `™`, so
 * that they are removed; the library would write `deg`, `PS`, `2` and `(tm)`.
 */
const WRITTEN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ '©': 'c', '®': 'r', '℗': 'p', '№': 'no', '℞': 'rx', '℡': 'tel', '℻': 'fax', '℀': 'ac', '℁': 'as', '℅': 'co' },
    ...{ '₠': 'ce', '₢': 'cr', '₣': 'fr', '₤': 'l', '₧': 'pts', '₹': 'rs', '₺': 'tl', '℆': 'cu' },
    ...{ '±': '-', '←': '-', '→': '-', '↔': '-', '−': '-' },
  }),
);
const DASH = /\p{Pd}/u;
/** `½` becomes ` 1/2`, `⑴` becomes `(1)`; `①` is no number for the original. */
const NUMBER = /^\(?(?:\d+|[a-z])[⁄).]\d*$/;

function signInAscii(sign: string): string {
  if (DASH.test(sign)) return '-';
  const plain = sign.normalize('NFKC');
  if (NUMBER.test(plain)) return plain.includes('⁄') ? ` ${plain}` : plain;
  return WRITTEN.get(sign) ?? '';
}

/**
 * Converts a text to a URL slug (contract §4.1): Latin, ASCII, lower case, only `0-9 a-z -`, one hyphen for each space.
 * A text without any such character (a lone emoji) remains as it is; only an empty text gives an empty slug. In a URL, `.`
 * and `..` would lead to another page.
 */
export function slugOf(text: string): string {
  const latin = transliterate(text.replace(SIGNS, signInAscii)).toLowerCase();
  const slug = latin.replace(/[^0-9a-z -]/g, '').replaceAll(' ', '-');
  return slug || (DOTS.test(latin) ? latin.replaceAll('.', 'dot') : latin) || text;
}

/**
 * Yields the slugs for an event in order of preference (contract §4.1): the event takes the first that no public event
 * has.
 *
 * @param startsAt in the event's own zone
 * @param random returns numbers from 0 up to 1; decides the order of the last candidates, `…-1` to `…-99`
 */
export function* eventSlugCandidates(
  name: string,
  startsAt: DateTime,
  random: () => number = Math.random,
): Generator<string, void> {
  const base = slugOf(name);
  yield base;
  yield `${base}-${startsAt.toFormat('yyyy')}`;
  yield `${base}-${startsAt.toFormat('yyyy-MM')}`;
  const dated = `${base}-${startsAt.toFormat('yyyy-MM-dd')}`;
  yield dated;
  const suffixes = Array.from({ length: MAX_SUFFIX }, (_, index) => index + 1);
  while (suffixes.length > 0) yield `${dated}-${suffixes.splice(Math.floor(random() * suffixes.length), 1).join('')}`;
}

/**
 * Yields the slugs for a talk within its event in order of preference (contract §4.1). The sequence is infinite,
 * because the slug of another talk may equal a candidate with this ID.
 */
export function* talkSlugCandidates(title: string, id: number | string): Generator<string, never> {
  for (let slug = slugOf(title); ; slug += `-${id}`) yield slug;
}

/** Takes the first candidate that is not in `taken` and adds it. Throws if all are taken. */
export function takeFirstFree(candidates: Iterable<string>, taken: Set<string>): string {
  let last = '';
  for (const candidate of candidates) {
    if (!taken.has(candidate)) {
      taken.add(candidate);
      return candidate;
    }
    last = candidate;
  }
  throw new Error(`Every name up to "${last}" is taken: choose another one.`);
}
