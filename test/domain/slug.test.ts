import { describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { eventSlugCandidates, slugOf, talkSlugCandidates } from '../../src/core/common/slug.js';

describe('slugs (contract §4.1)', () => {
  it.each([
    ['Frisby "test \' Ölrücklaufstoßdämpfer', 'frisby-test--olrucklaufstossdampfer'],
    ['日本語 トーク', 'ri-ben-yu-toku'],
    ['C++ / C#', 'c--c'],
    ['  a  b_c ', '--a--bc-'],
    ['🎉', '🎉'],
    ['PHP & Co', 'php--co'],
    ['Привет', 'privet'],
    ['Édition n°1', 'edition-n1'],
    ['Tickets from £100 or €90', 'tickets-from-100-or-90'],
    ['№ 5 ™ © ®', 'no-5--c-r'],
    ['1½ days', '1-12-days'],
    ['H₂O – x² × 3 ≠ 4 → 5', 'ho---x--3--4---5'],
    ['5 § 3 ¶ 20 % … ‰ • ·', '5--3--20-----'],
    ['PHP ¡ ¿ « » “ ” ’', 'php-------'],
    ['Straße, Łódź, Ærø', 'strasse-lodz-aero'],
    ['€', '€'],
    ['.', 'dot'],
    ['..', 'dotdot'],
    ['…', '…'],
    ['', ''],
  ])('%j becomes %j', (text, slug) => {
    expect(slugOf(text)).toBe(slug);
  });

  it('of events fall back on the date in the zone of the event, then on a number', () => {
    const start = DateTime.fromISO('2026-12-31T23:30:00Z', { zone: 'Asia/Tokyo' });
    const candidates = [...eventSlugCandidates('A b', start, () => 0)];
    expect(candidates.slice(0, 6)).toEqual([
      'a-b',
      'a-b-2027',
      'a-b-2027-01',
      'a-b-2027-01-01',
      'a-b-2027-01-01-1',
      'a-b-2027-01-01-2',
    ]);
    expect(new Set(candidates).size).toBe(4 + 99);
  });

  it('of talks fall back on the ID, repeatedly if necessary', () => {
    const candidates = talkSlugCandidates('Lunch!', 7);
    const [first, second, third] = [candidates.next(), candidates.next(), candidates.next()];
    expect([first.value, second.value, third.value]).toEqual(['lunch', 'lunch-7', 'lunch-7-7']);
  });
});
