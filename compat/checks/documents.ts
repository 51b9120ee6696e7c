import { compared, looked, type Check, type Sighting } from '../check.js';
import type { Document } from '../document.js';
import { typeNamed } from '../value-types.js';

/** A check of every crawled document to which it applies. */
interface DocumentCheck extends Pick<Check, 'sections' | 'title'> {
  readonly look: (document: Document) => readonly Sighting[];
}

const META_ORDER = ['count', 'total', 'this_page', 'next_page', 'prev_page', 'user_uri'];
const isPaged = ({ shape }: Document) => shape === 'list' || shape === 'record';

/** The envelope, `meta` and its counts: contract §1.6, spec §2.1. */
const table: readonly DocumentCheck[] = [
  {
    sections: '1.6, 2.1',
    title: 'the records are in an array named after them',
    look: ({ exchange, shape, root, body }) =>
      root === undefined || shape === 'bare' || root === 'images'
        ? []
        : [looked(exchange.url, root, Array.isArray(body[root]), body[root], 'an array')],
  },
  {
    sections: '1.6',
    title: 'every list and every record has meta',
    look: ({ exchange, shape, meta }) =>
      shape === 'bare' ? [] : [looked(exchange.url, 'meta', meta !== undefined, meta, 'an object')],
  },
  {
    sections: '1.6, 7.1.1',
    title: 'meta is the last member',
    look: ({ exchange, body, meta }) =>
      meta ? [compared(exchange.url, 'the last member', Object.keys(body).at(-1), 'meta')] : [],
  },
  {
    sections: '1.6, 7.1.1',
    title: 'count and total are numbers',
    look: (document) => {
      const { exchange, shape, meta } = document;
      if (!meta || shape === 'bare') return [];
      const { holds, words } = typeNamed('integer');
      return (isPaged(document) ? ['count', 'total'] : ['count']).map((name) =>
        looked(exchange.url, `meta.${name}`, holds(meta[name]), meta[name], words),
      );
    },
  },
  {
    sections: '1.6',
    title: 'the members of meta are in order',
    look: ({ exchange, meta }) => {
      if (!meta) return [];
      const names = Object.keys(meta).filter((name) => META_ORDER.includes(name));
      return [
        compared(
          exchange.url,
          'meta',
          names,
          META_ORDER.filter((name) => names.includes(name)),
        ),
      ];
    },
  },
  {
    sections: '1.6',
    title: 'count is the number of records in the response',
    look: ({ exchange, shape, meta, entries }) =>
      shape === 'bare' || meta?.['count'] === undefined
        ? []
        : [compared(exchange.url, 'meta.count', Number(meta['count']), entries.length)],
  },
  {
    sections: '1.6, 2.1',
    title: 'user_uri is only present for authenticated users',
    look: ({ exchange, asUser, meta }) =>
      asUser || !meta
        ? []
        : [looked(exchange.url, 'meta.user_uri', !('user_uri' in meta), meta['user_uri'], 'nothing')],
  },
];

export const documentChecks: readonly Check[] = table.map(({ look, ...check }) => ({
  ...check,
  needs: 'a response with such a member',
  look: ({ documents }) => documents.filter(({ exchange }) => exchange.status === 200).flatMap(look),
}));
