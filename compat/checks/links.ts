import { looked, type Check, type Sighting } from '../check.js';
import { ownAddress, type Found } from '../document.js';
import { kinds } from '../kinds/index.js';
import type { Visit } from '../visit.js';
import { recordsIn } from './found.js';

const isLink = ([, type]: readonly [string, string, ...unknown[]]) => type.startsWith('/');

/** Asserts the links of a record: absolute, with the same origin, and with its ID (contract §1.10). */
function linksOf(origin: string, { kind, url, path, record }: Found): Sighting[] {
  const own = /(\d+)$/.exec(String(record[ownAddress(kind) ?? '']))?.[1];
  return kinds[kind].fields.filter(isLink).flatMap(([member, shape]) => {
    if (!(member in record)) return [];
    const wanted = `${origin}/v2.1${shape.replace('#', own ?? '*')}`;
    return [looked(url, `${path}.${member}`, fits(record[member], wanted), record[member], wanted)];
  });
}

/** Ignores a trailing slash, which a separate check covers. */
function fits(link: unknown, shape: string): boolean {
  const pattern = withoutSlash(shape)
    .split('*')
    .map((part) => part.replace(/[.?+$()[\]\\^{}|]/g, '\\$&'))
    .join('\\d+');
  return typeof link === 'string' && new RegExp(`^${pattern}$`).test(withoutSlash(link));
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');

const LISTS_OF_USERS = kinds.user.fields.filter(([, type]) => isLink(['', type]) && type.endsWith('/'));

export const linkChecks: readonly Check[] = [
  {
    sections: '1.10',
    title: 'links are absolute, share one origin, and have the format from which clients extract IDs',
    needs: 'a record with links',
    look: ({ documents, origin }: Visit) =>
      documents.flatMap(({ records }) => records).flatMap((found) => linksOf(origin, found)),
  },
  {
    sections: '3.9, 7.1.9',
    title: "the links to a user's lists end in a slash",
    needs: 'a user',
    look: (visit) =>
      recordsIn(visit, 'user').flatMap(({ url, path, record }) =>
        LISTS_OF_USERS.filter(([member]) => member in record).map(([member]) =>
          looked(url, `${path}.${member}`, String(record[member]).endsWith('/'), record[member], '…/'),
        ),
      ),
  },
];
