import { describe, expect, it } from '@jest/globals';
import { Ledger, markRow } from '../../src/transfer/import/report.js';
import {
  address,
  dateTime,
  decoded,
  degree,
  instant,
  ratingOf,
  reference,
  verbatim,
} from '../../src/transfer/import/values.js';

/** The result of a conversion, and its remarks on the row. */
function told(convert: (mark: ReturnType<typeof markRow>) => unknown): unknown[] {
  const ledger = new Ledger();
  const mark = markRow(ledger, 7);
  const value = convert(mark);
  mark.settle();
  return [value, ...ledger.report('any').reasons.map(({ kind, reason }) => `${kind}: ${reason}`)];
}

describe('a value of another system', () => {
  it.each<[string, unknown, unknown[]]>([
    ['an escaped text', 'Q &amp; A', ['Q & A', 'noted: HTML entities were decoded']],
    ['a text escaped twice', '&amp;lt;b&amp;gt;', ['&lt;b&gt;', 'noted: HTML entities were decoded']],
    ['quotes of the first version', '&#39;&#34;', ['\'"', 'noted: HTML entities were decoded']],
    [
      'a text encoded twice',
      'KÃ¶ln â€“ 10â‚¬',
      ['KÃ¶ln â€“ 10â‚¬', 'noted: a text seems to be double-encoded UTF-8, such as Ã¼ for ü'],
    ],
    ['accents side by side', '«Ã» Åäö ïé ÂÂ', ['«Ã» Åäö ïé ÂÂ']],
    ['other entities, typed by users', '&nbsp;&eacute;', ['&nbsp;&eacute;']],
    ['no text', null, ['']],
    ['a number instead of a text', 2024, ['2024']],
    ['a NUL', 'a\0b', ['ab', 'repaired: characters that cannot be stored were removed']],
    ['half a character', 'a\ud800', ['a\ufffd', 'repaired: characters that cannot be stored were removed']],
    ['a text too long', `${'😀'.repeat(20)}x`, ['😀'.repeat(20), 'repaired: a text was truncated to 20 characters']],
  ])('%s is decoded and truncated', (_, value, expected) => {
    expect(told((mark) => decoded(value as string, mark, 20))).toEqual(expected);
  });

  it('of a comment is unchanged', () => {
    expect(told((mark) => verbatim(' &lt;b&gt; &amp; ', mark))).toEqual([' &lt;b&gt; &amp; ']);
  });

  const gone = 'repaired: a URL that is not http or https was dropped';
  it.each<[string, string | null, unknown[]]>([
    [
      'of the web is kept',
      ' https://example.org/a?b=c&amp;d ',
      ['https://example.org/a?b=c&d', 'noted: HTML entities were decoded'],
    ],
    [
      'without a scheme gets one',
      'www.example.org/a',
      ['http://www.example.org/a', 'repaired: a URL without a scheme got http://'],
    ],
    [
      'with blanks inside has them encoded',
      'http://example.org/my slides.pdf',
      ['http://example.org/my%20slides.pdf', 'repaired: blanks in a URL were encoded as %20'],
    ],
    ['of a sentence is removed', 'http://example.org and more', [null, gone]],
    ['that runs a script is removed', 'javascript:alert(1)', [null, gone]],
    ['that is invalid is removed', 'see our page', [null, gone]],
    ['too long is removed', `https://example.org/${'a'.repeat(600)}`, [null, gone]],
    ['that is null stays null', null, [null]],
    ['that is empty becomes null', ' ', [null]],
  ])('that is a URL %s', (_, value, expected) => {
    expect(told((mark) => address(value, mark, 600))).toEqual(expected);
  });

  const nearest = 'repaired: a rating outside 0 to 5 was clamped';
  it.each<[number | null, unknown[]]>([
    [null, [0]],
    [0, [0]],
    [5, [5]],
    [9, [5, nearest]],
    [-1, [0, nearest]],
  ])('that is the rating %p', (value, expected) => {
    expect(told((mark) => ratingOf(value, mark))).toEqual(expected);
  });

  it('that is a time is in UTC in any format, and 0 is null', () => {
    expect([instant(1_757_509_339), instant(0), instant(null)]).toEqual(['2025-09-10T13:02:19.000Z', null, null]);
    expect([dateTime('2023-10-17 10:20:43'), dateTime('0000-00-00 00:00:00'), dateTime(null)]).toEqual([
      '2023-10-17T10:20:43.000Z',
      null,
      null,
    ]);
  });

  it('that references row 0, or a missing one, becomes null', () => {
    expect([reference(0), reference(null), reference(-3), reference(12)]).toEqual([null, null, null, 12]);
  });

  it('that is a coordinate is valid', () => {
    expect(told((mark) => degree('33.8423470000000000', 90, mark))).toEqual([33.842347]);
    expect(told((mark) => degree('200', 180, mark))).toEqual([
      null,
      'repaired: a coordinate beyond 180 degrees was dropped',
    ]);
  });
});

describe('a ledger', () => {
  it('counts a row once, with any number of remarks, and keeps the IDs of the first five', () => {
    const ledger = new Ledger();
    for (const id of [1, 2, 3, 4, 5, 6, 7]) {
      const mark = markRow(ledger, id);
      mark.repair('one');
      if (id > 5) mark.repair('two');
      if (id === 7) mark.skip('gone');
      mark.settle();
    }
    const report = {
      table: 'talks',
      read: 7,
      imported: 6,
      repaired: 6,
      skipped: 1,
      reasons: [
        { kind: 'repaired', reason: 'one', count: 6, examples: [1, 2, 3, 4, 5] },
        { kind: 'repaired', reason: 'two', count: 1, examples: [6] },
        { kind: 'skipped', reason: 'gone', count: 1, examples: [7] },
      ],
    };
    expect(ledger.report('talks')).toEqual(report);
    expect(new Ledger(ledger.report('talks')).report('talks')).toEqual(report);
  });
});
