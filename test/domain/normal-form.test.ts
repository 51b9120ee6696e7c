import { describe, expect, it } from '@jest/globals';
import { createRuleCheck } from '../../src/adapters/spam/index.js';
import { normalForm } from '../../src/core/common/normal-form.js';
import { commentDigest } from '../../src/core/comment/comment-input.js';
import { foldName } from '../../src/core/talk/speaker-names.js';
import { threadCpuMs } from '../support/cpu-time.js';

const FORMS = ['NFC', 'NFKC', 'NFKD'] as const;
const LENGTH = 65_535;

const isSpam = createRuleCheck({ words: ['casino'], maxLinks: 10 });
const uses: [string, (text: string) => unknown][] = [
  ['the digest of a comment', commentDigest],
  ['the name of a speaker', foldName],
  ['the spam check', (comment) => isSpam({ kind: 'contact', comment, address: '192.0.2.1', userAgent: null })],
];
const marks = ['\u0323\u0301', '\u0301\u0323', '\uff9e\u0301', '\u0344\u0323', '\u3099\u05b0', '\u{1d165}\u0301'];

/** All characters of Unicode. */
const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));

describe('the normal form of a text', () => {
  it.each([
    'Crème brûlée, ﬁnal ½ ① Å Ω ΐ ς ß',
    'e\u0301 \u1112\u1161\u11ab ｶﾞ は\u3099 क्षि กำ้ Việt Nam',
    `z${'\u0323\u0301'.repeat(15)}algo z${'\u0301\u0323'.repeat(15)}`,
    '\ud800 \udc00',
    '',
  ])('is that of Unicode: %j', (text) => {
    for (const form of FORMS) expect(normalForm(text, form)).toBe(text.normalize(form));
  });

  it('splits runs of all characters that normalization sorts', () => {
    // U+0345 is sorted behind all others.
    const isSorted = (character: string) => !`\u0345${character}`.normalize('NFKD').startsWith('\u0345');
    const isSplit = (character: string) => normalForm(character.repeat(31), 'NFC').includes('\u034f');
    const sorted = characters.filter(isSorted);
    expect(sorted.length).toBeGreaterThan(900);
    expect(sorted.filter((character) => !isSplit(character))).toEqual([]);
  });

  it('retains all marks, however many', () => {
    const text = `Zalgo${'\u0301'.repeat(100)}`;
    expect(normalForm(text, 'NFKD').replaceAll('\u034f', '')).toBe(text);
  });

  it.each(uses)('is found quickly for %s, whatever the combining marks', async (_, use) => {
    for (const pair of marks) {
      const text = `e${pair.repeat(LENGTH / pair.length)}`;
      expect(await threadCpuMs(() => use(text))).toBeLessThan(250);
    }
  });
});
