import fc from 'fast-check';

/** Texts in every script, and texts with a meaning in SQL, JSON, HTML, URLs or PHP. */
const awkward = [
  ...['Ünï cödé Straße', '日本語 トーク', 'שלום עולם', 'ﷺ عربى', 'ภาษาไทย', 'हिन्दी', 'Ζωή Привет', 'İstanbul ıI'],
  ...['👩‍👩‍👧 🏳️‍🌈', '𝕳𝖊𝖑𝖑𝖔', 'e\u0301', '\u202eabc', '\u2028', '\ufeff', '\u200d', '\uffff', '\u{10ffff}'],
  ...[' padded ', '\t\r\n', '\x1b[31m', '*', '..', '%2F', 'a/b', 'a?b=c&d', '#tag', 'a+b', '<b>&amp;</b>'],
  ...['2024', '1e3', '0', '007', '-0', 'null', 'true', '[]', '{}', 'undefined', '__proto__', 'constructor'],
  ...['"', "'", '\\', '%', '_', '%_%', "' or 1=1 --", '{{ 7 }}', '${7}'],
];

/** A text that PostgreSQL can store, of limited length. */
export function text(most: number): fc.Arbitrary<string> {
  return fc
    .oneof(
      fc.constantFrom(...awkward),
      fc.string({ unit: 'grapheme', maxLength: 24 }),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.lorem({ maxCount: 4 }),
    )
    .map((any) => [...any.replaceAll('\0', '')].slice(0, most).join(''));
}

/** A text that is not blank. */
export const words = (most: number): fc.Arbitrary<string> =>
  text(most).map((some) => (some.trim() === '' ? 'x' : some));

export const url = (most: number): fc.Arbitrary<string> =>
  fc.webUrl({ withQueryParameters: true, withFragments: true }).map((any) => any.slice(0, most));
