import type { Exchange } from './client.js';
import { kinds } from './kinds/index.js';
import type { KindName } from './kinds/kind.js';
import { isObject } from './value-types.js';

export type Json = Readonly<Record<string, unknown>>;

/** What an address leads to. */
export interface Target {
  /** `mark`: whether the caller attends or has starred. */
  readonly kind: KindName | 'mark';
  /** A paged list, one record, a short list that is never cut into pages, or an object without an array of records. */
  readonly shape: 'list' | 'record' | 'whole' | 'bare';
}

/** An answer to a read, and what it had to be. */
export interface Document extends Target {
  readonly exchange: Exchange;
  /** Whether it was asked as the user of the token. */
  readonly asUser: boolean;
  readonly body: Json;
  /** The member that holds the records; undefined where there is none. */
  readonly root: string | undefined;
  /** Undefined when it has none. */
  readonly meta: Json | undefined;
  /** The records of the root, in their order. */
  readonly entries: readonly Found[];
  /** These, and the records in them. */
  readonly records: readonly Found[];
}

/** A record, and where it was found. */
export interface Found {
  readonly kind: KindName;
  readonly url: string;
  /** `events[0].hosts[1]` */
  readonly path: string;
  readonly record: Json;
  readonly verbose: boolean;
}

export function documentOf(exchange: Exchange, target: Target, asUser: boolean): Document {
  const { kind, shape } = target;
  const good = exchange.status === 200 && isObject(exchange.body);
  const body = good ? exchange.body : {};
  const root = kind === 'mark' ? undefined : kinds[kind].root;
  const verbose = new URL(exchange.url).searchParams.get('verbose') === 'yes';
  const where = { url: exchange.url, verbose };
  const entries = kind === 'mark' || root === undefined ? [] : recordsAt(body[root], { ...where, kind, path: root });
  const meta = isObject(body['meta']) ? body['meta'] : undefined;
  const records = entries.flatMap((found) => [found, ...within(found)]);
  return { kind, shape, exchange, asUser, body, root, meta, entries, records };
}

/** The records in the members of a record; those in reports are verbose (contract §3.8). */
function within({ kind, url, path, record, verbose }: Found): Found[] {
  return Object.entries(kinds[kind].inside ?? {}).flatMap(([member, inner]) =>
    recordsAt(record[member], {
      ...{ kind: inner, url, path: `${path}.${member}` },
      verbose: verbose || member === 'comment',
    }),
  );
}

/** Those of an array, of an object that has nothing but objects (images), or the object itself. */
function recordsAt(value: unknown, where: Omit<Found, 'record'>): Found[] {
  const { path } = where;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.flatMap((item, index) =>
      isObject(item) ? [{ ...where, path: `${path}[${index}]`, record: item }] : [],
    );
  }
  if (!isObject(value)) return [];
  return Object.values(value).every(isObject)
    ? Object.entries(value).map(([name, item]) => ({ ...where, path: `${path}.${name}`, record: item as Json }))
    : [{ ...where, record: value }];
}

/** The member with the record's own address; undefined for records that have none. */
export const ownAddress = (kind: KindName): string | undefined =>
  kinds[kind].fields.find(([, type]) => /^\/\w+\/#$/.test(type))?.[0];
