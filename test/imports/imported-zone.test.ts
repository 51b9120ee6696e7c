import { expect, it } from '@jest/globals';
import { importedZone } from '../../src/transfer/import/imported-zone.js';
import { Ledger, markRow } from '../../src/transfer/import/report.js';

/** The zone of an imported event, and what the report states. */
function imported(continent: string | null, place: string | null) {
  const ledger = new Ledger();
  const mark = markRow(ledger, 7);
  const zone = importedZone([continent, place], mark);
  mark.settle();
  return [zone, ledger.report('events').reasons.map(({ kind, reason, examples }) => [kind, reason, ...examples])];
}

it.each([
  ['Europe', 'Amsterdam', 'Europe/Amsterdam', null],
  ['europe', 'amsterdam', 'Europe/Amsterdam', null],
  ['America', 'Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires', null],
  ['', 'UTC', 'UTC', null],
  ['UTC', '', 'UTC', null],
  [null, 'CET', 'CET', null],
  ['', 'BST', 'Europe/London', 'the abbreviation BST was replaced by the time zone Europe/London'],
  ['Europe', 'bst', 'Europe/London', 'the abbreviation BST was replaced by the time zone Europe/London'],
  ['PST', '', 'America/Los_Angeles', 'the abbreviation PST was replaced by the time zone America/Los_Angeles'],
  ['', '', 'UTC', 'a missing time zone was replaced by UTC'],
  [null, null, 'UTC', 'a missing time zone was replaced by UTC'],
  ['Middle', 'Earth', 'UTC', 'an unknown time zone was replaced by UTC'],
  ['', 'constructor', 'UTC', 'an unknown time zone was replaced by UTC'],
])('the zone of %j and %j is %s, and the report states %j', (continent, place, zone, reason) => {
  expect(imported(continent, place)).toEqual([zone, reason === null ? [] : [['repaired', reason, 7]]]);
});
