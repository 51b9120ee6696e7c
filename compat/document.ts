import type { Exchange } from './client.js';
import { kinds } from './kinds/index.js';
import type { KindName } from './kinds/kind.js';
import { isObject } from './value-types.js';

export type Json = Readonly<Record<string, unknown>>;

/** The kind of resource at a URL. */
export interface Target {
  /** `mark` is the viewer's attendance or star. */
  readonly kind: KindName | 'mark';
  /** A paginated list, one record, a list without pagination, or an object without an array of records. */
  readonly shape: 'list' | 'record' | 'whole' | 'bare';
}

/** The response to a read and its expected kind. */
export interface Document extends Target {
  readonly exchange: Exchange;
  /** Whether the request carried the access token. */
  readonly asUser: boolean;
  readonly body: Json;
  /** The member that contains the records; undefined if there is none. */
  readonly root: string | undefined;
  /** Undefined if the document has none. */
  readonly meta: Json | undefined;
  /** Top-level records in order. */
  readonly entries: readonly Found[];
  /** Top-level and nested records. */
  readonly records: readonly Found[];
}

/** A record and its location. */
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

/** Records nested in a record; comments in reports are verbose (contract §3.8). */
function within({ kind, url, path, record, verbose }: Found): Found[] {
  return Object.entries(kinds[kind].inside ?? {}).flatMap(([member, inner]) =>
    recordsAt(record[member], {
      ...{ kind: inner, url, path: `${path}.${member}` },
      verbose: verbose || member === 'comment',
    }),
  );
}

/** Records of an array or of an object of objects (images), or the object itself. */
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

/** The member with the record's own URL; undefined for kinds without one. */
export const ownAddress = (kind: KindName): string | undefined =>
  kinds[kind].fields.find(([, type]) => /^\/\w+\/#$/.test(type))?.[0];
