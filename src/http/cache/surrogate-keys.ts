import type { Scope } from './change-feed.js';

/** Key of every response; purging it purges everything. */
export const EVERYTHING = 'lectern';
/** Key of responses that any change may affect, and of those with too many keys. */
const ANY_CHANGE = 'lectern-any';
/** Key in `changes` that affects every response (migrations/baseline/changes.ts). */
const ALL = '0';

/** Varnish and Node reject longer headers by default: 8 192 bytes with the name in Varnish. */
const MAX_HEADER_BYTES = 8_000;

const keyOf = (key: string): string => `lectern-${key}`;

/** Separates the keys in a header. Cloudflare requires commas in `Cache-Tag`; other CDNs spaces. */
export const separatorFor = (header: string): string => (isCacheTag(header) ? ',' : ' ');

/** The header of Cloudflare, whose API reads keys from a JSON body instead of a header. */
export const isCacheTag = (header: string): boolean => header.toLowerCase() === 'cache-tag';

/**
 * Creates the header by which a CDN purges a response.
 *
 * @param name of the header; undefined: no header
 */
export function createKeyHeader(name: string | undefined): (scope: Scope) => Readonly<Record<string, string>> {
  if (name === undefined) return () => ({});
  const separator = separatorFor(name);
  return (scope) => {
    const keys = scope === 'everything' ? [ANY_CHANGE] : [...new Set(scope)].map(keyOf);
    const value = [EVERYTHING, ...keys].join(separator);
    return { [name]: value.length > MAX_HEADER_BYTES ? [EVERYTHING, ANY_CHANGE].join(separator) : value };
  };
}

/**
 * The keys to purge after changes.
 *
 * @param changed keys in `changes`
 */
export function keysToPurge(changed: Scope): readonly string[] {
  return changed === 'everything' || changed.includes(ALL) ? [EVERYTHING] : [ANY_CHANGE, ...changed.map(keyOf)];
}
