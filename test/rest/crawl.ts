import type { TestService } from '../support/service.js';
import { ask, bodyOf, type Json } from './ask.js';
import { knownLists } from './crawler-lists.js';

const AT_ONCE = 8;

/** The results of a crawl of every link. */
export interface Found {
  /** By path and filter: the records of all pages in order. */
  readonly lists: Map<string, string[]>;
  /** By collection: the IDs of the records that have a readable URL. */
  readonly records: Map<string, Set<number>>;
  /** Errors, except 405 of write-only URLs. */
  readonly refused: string[];
}

/** The URLs in a document: `next_page`, and members that end in `_uri`. */
export function linksIn(value: unknown, key: string): string[] {
  if (typeof value === 'string') return /(^|_)uri$|^next_page$/.test(key) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => linksIn(member, name));
}

/** The URL of a list without its page. */
function listAt({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams(
    [...searchParams].filter(([name]) => name !== 'start' && name !== 'resultsperpage'),
  );
  return pathname.replace(/\/$/, '') + (query.size > 0 ? `?${query}` : '');
}

/** The URL of a list without its form. */
export const withoutForm = (list: string): string => list.replace(/\?verbose=yes$/, '');

function keysOf(list: string, body: Json): string[] | null {
  const known = knownLists.find(({ pattern }) => pattern.test(withoutForm(list)));
  if (!known) return null;
  return (body[known.root] as Json[]).map((record) => {
    const { uri, comment_uri } = (record['comment'] ?? {}) as Json;
    const key = String(known.key === 'comment' ? (comment_uri ?? uri) : record[known.key]);
    return /^https?:.*\/(\d+)$/.exec(key)?.[1] ?? key;
  });
}

/** Follows every link from the landing page, with pages of one size. */
export async function crawl(service: TestService, size: number, token: string | undefined): Promise<Found> {
  const pages = new Map<string, Map<number, string[]>>();
  const found: Found = { lists: new Map(), records: new Map(), refused: [] };
  const queue = [`${service.base}/`];
  const known = new Set(queue);
  const follow = (link: string) => {
    const url = new URL(link);
    if (!url.pathname.startsWith('/v2.1/')) return; // HTML pages: walk.slow.ts covers them.
    if (!url.searchParams.has('resultsperpage')) url.searchParams.set('resultsperpage', String(size));
    if (!known.has(url.href)) queue.push(url.href);
    known.add(url.href);
  };

  const visit = async (address: string) => {
    const { status, text } = await ask(service, address, { token });
    if (status !== 200) {
      if (status !== 405) found.refused.push(`${status} ${new URL(address).pathname}`);
      return;
    }
    const body = bodyOf({ text });
    const url = new URL(address);
    const landing = url.pathname === '/' ? Object.values(body).filter((link) => typeof link === 'string') : [];
    for (const link of [...landing, ...linksIn(body, '')]) follow(link);
    const list = listAt(url);
    const [, collection, id] = /^\/v2\.1\/(\w+)\/(\d+)$/.exec(url.pathname) ?? [];
    if (collection) found.records.set(collection, (found.records.get(collection) ?? new Set()).add(Number(id)));
    const keys = keysOf(list, body);
    if (keys) pages.set(list, (pages.get(list) ?? new Map()).set(Number(url.searchParams.get('start') ?? 0), keys));
  };

  while (queue.length > 0) await Promise.all(queue.splice(0, AT_ONCE).map(visit));
  for (const [list, parts] of pages) {
    const inOrder = [...parts].sort(([one], [other]) => one - other);
    found.lists.set(
      list,
      inOrder.flatMap(([, keys]) => keys),
    );
  }
  return found;
}
