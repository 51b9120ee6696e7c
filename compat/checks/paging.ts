import { compared, looked, type Check, type Sighting } from '../check.js';
import { pathOf } from '../client.js';
import type { Document } from '../document.js';
import type { Visit } from '../visit.js';

/** The requested and reported position of a page. */
interface Page {
  readonly document: Document;
  readonly url: string;
  readonly start: number;
  /** Page size; 0 for all records. */
  readonly size: number;
  readonly found: number;
  readonly total: number;
  readonly next: unknown;
  /** Canonical URL of the page at an offset: the requested one with both parameters. */
  readonly self: (start: number) => Address;
}

type Address = readonly [path: string, ...parameters: (readonly [string, string])[]];

const DEFAULT_SIZE = 20;

/** Page links and their consistency with the counts: contract §1.6. */
export const pagingChecks: readonly Check[] = [
  pageCheck(
    '1.6, 8.1',
    'this_page repeats the address, with start and resultsperpage',
    ({ document, url, start, self }) => [sameAddress(url, 'meta.this_page', document.meta?.['this_page'], self(start))],
  ),
  pageCheck('1.6', 'next_page is the same address further on', ({ url, next, start, size, self }) =>
    next === undefined || size === 0 ? [] : [sameAddress(url, 'meta.next_page', next, self(start + size))],
  ),
  pageCheck(
    '1.6',
    'prev_page is present after the first page, and links back',
    ({ document, url, start, size, self }) => {
      const previous = document.meta?.['prev_page'];
      if (start === 0) return [looked(url, 'meta.prev_page', previous === undefined, previous, 'nothing')];
      return [sameAddress(url, 'meta.prev_page', previous, self(Math.max(start - size, 0)))];
    },
  ),
  pageCheck('1.6', 'total is where the pages end', ({ url, next, start, size, found, total }) => {
    if (next !== undefined)
      return [
        looked(url, 'meta.total', start + size < total, total, `more than ${start + size}, as there is a next page`),
      ];
    return start >= total && found === 0 ? [] : [compared(url, 'meta.total', total, start + found)];
  }),
  pageCheck(
    '1.6, 7.1.4',
    'a page has resultsperpage records, 20 by default',
    ({ document, url, next, size, found }) => {
      if (size === 0) return [];
      const right = next === undefined ? found <= size : found === size;
      return [
        looked(url, String(document.root), right, found, `${next === undefined ? 'at most ' : ''}${size} records`),
      ];
    },
  ),
];

function pageCheck(sections: string, title: string, look: (page: Page) => readonly Sighting[]): Check {
  return { sections, title, needs: 'a page of that kind', look: (visit) => pagesOf(visit).flatMap(look) };
}

/** Skips responses without a valid `total`, which the checks of `meta` cover. */
function pagesOf({ documents, origin }: Visit): Page[] {
  return documents.flatMap((document) => {
    const { meta, exchange, entries, shape } = document;
    const total = Number(meta?.['total']);
    if (!meta || Number.isNaN(total) || shape === 'whole' || shape === 'bare') return [];
    const asked = new URL(exchange.url);
    const size = Number(asked.searchParams.get('resultsperpage') ?? DEFAULT_SIZE);
    const start = startOf(asked, size, meta['this_page']);
    const self = (from: number) =>
      addressOf(origin + pathOf(exchange.url), { start: String(from), resultsperpage: String(size) });
    return [{ document, url: exchange.url, start, size, found: entries.length, total, next: meta['next_page'], self }];
  });
}

/** `filter=all` without `start` begins at an offset that the server chooses (contract §3.2). */
function startOf({ searchParams }: URL, size: number, thisPage: unknown): number {
  const own = searchParams.get('start') ?? (searchParams.get('filter') === 'all' ? told(thisPage) : null);
  return size === 0 ? 0 : Number(own ?? 0);
}

const told = (link: unknown): string | null =>
  typeof link === 'string' && URL.canParse(link) ? new URL(link).searchParams.get('start') : null;

/** Normalizes a URL: decodes it and indexes array parameters like PHP. */
function addressOf(link: string, parameters: Readonly<Record<string, string>> = {}): Address {
  const url = new URL(link);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const seen = new Map<string, number>();
  const pairs = [...url.searchParams].map(([name, value]): readonly [string, string] => {
    if (!name.endsWith('[]')) return [name, value];
    const index = seen.get(name) ?? 0;
    seen.set(name, index + 1);
    return [`${name.slice(0, -2)}[${index}]`, value];
  });
  return [url.origin + url.pathname, ...pairs];
}

function sameAddress(url: string, member: string, link: unknown, right: Address): Sighting {
  const [path, ...parameters] = right;
  const wanted = `${path}?${parameters.map((pair) => pair.join('=')).join('&')}`;
  const same =
    typeof link === 'string' && URL.canParse(link) && JSON.stringify(addressOf(link)) === JSON.stringify(right);
  return looked(url, member, same, link, wanted);
}
