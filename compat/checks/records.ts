import { compared, looked, type Check, type Sighting } from '../check.js';
import type { Found } from '../document.js';
import { kinds } from '../kinds/index.js';
import type { Field, Kind, KindName } from '../kinds/kind.js';
import { typeNamed } from '../value-types.js';
import { recordsIn } from './found.js';

/** Members beyond the spec that clients read (contract 7.1-12), in a separate check. */
const readByClients: Partial<Record<KindName, readonly string[]>> = {
  event: ['event_average_rating', 'rejection_reason', 'hosts_uri', 'pending', 'contact_name'],
  talk: ['id', 'talk_media', 'user_rating', 'speakers_uri'],
  'talk comment': ['username', 'gravatar_hash'],
  'event comment': ['gravatar_hash'],
};
/** Types that separate checks cover. */
const OTHERS_CHECK = /^(\/.*|date\??|flag\??)$/;

/** Whether the field is required in this form of the record. */
function isDue([, , presence]: Field, verbose: boolean): boolean {
  return presence === undefined || presence === (verbose ? 'verbose' : 'normal');
}

/** Checks of a kind of record: presence, order and types of its members (contract §1.8, §3). */
const checksOf = (kind: KindName, { section, fields }: Kind): Check[] => {
  const special = readByClients[kind] ?? [];
  const due = (names: (member: string) => boolean) => (found: Found) =>
    fields.filter((field) => names(field[0]) && isDue(field, found.verbose)).map(([member]) => there(found, member));
  const check = (sections: string, title: string, look: (found: Found) => readonly Sighting[]): Check => ({
    ...{ sections, title: `${kind}: ${title}`, needs: `a ${kind}` },
    look: (visit) => recordsIn(visit, kind).flatMap(look),
  });
  return [
    check(
      section,
      'its members are present',
      due((member) => !special.includes(member)),
    ),
    ...(special.length > 0
      ? [
          check(
            `${section}, 7.1.12`,
            'the members beyond the spec are present',
            due((member) => special.includes(member)),
          ),
        ]
      : []),
    check(section, 'its members are in order', (found) => {
      const names = fields
        .filter(([, , presence]) => presence !== (found.verbose ? 'normal' : 'verbose'))
        .map(([name]) => name);
      const seen = Object.keys(found.record).filter((name) => names.includes(name));
      return [
        compared(
          found.url,
          found.path,
          seen,
          names.filter((name) => seen.includes(name)),
        ),
      ];
    }),
    check(`${section}, 1.8`, 'its values have their types', (found) =>
      fields.filter(([, type]) => !OTHERS_CHECK.test(type)).flatMap((field) => typed(found, field)),
    ),
  ];
};

const there = ({ url, path, record }: Found, member: string): Sighting =>
  looked(url, `${path}.${member}`, member in record, record[member], 'the member');

/** Asserts the type of a member, if present. */
function typed({ url, path, record }: Found, [member, type]: Field): Sighting[] {
  if (!(member in record)) return [];
  const { holds, words } = typeNamed(type);
  return [looked(url, `${path}.${member}`, holds(record[member]), record[member], words)];
}

/** A check of all members of a type in all kinds of records. */
const typeCheck = (sections: string, title: string, needs: string, ofType: RegExp): Check => ({
  ...{ sections, title, needs },
  look: (visit) =>
    visit.documents
      .flatMap(({ records }) => records)
      .flatMap((found) =>
        kinds[found.kind].fields.filter(([, type]) => ofType.test(type)).flatMap((field) => typed(found, field)),
      ),
});

export const recordChecks: readonly Check[] = [
  typeCheck('1.5, 7.1.6', 'dates have a numeric offset, no fractions and never Z', 'a record with a date', /^date\??$/),
  typeCheck('1.8, 7.1.1', 'flags are the numbers 0 and 1', 'a record with a flag', /^flag\??$/),
  ...(Object.entries(kinds) as [KindName, Kind][]).flatMap(([kind, table]) => checksOf(kind, table)),
];
