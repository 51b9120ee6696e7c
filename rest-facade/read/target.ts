import { WireQuery } from './query.js';

/** A parsed request target. */
export interface Target {
  readonly path: string;
  readonly query: WireQuery;
}

/** Parses path and query of a request target, which may be in absolute form (RFC 9112 §3.2.2). */
export function readTarget(url: string): Target {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const mark = target.indexOf('?');
  if (mark === -1) return { path: target, query: WireQuery.parse('') };
  return { path: target.slice(0, mark), query: WireQuery.parse(target.slice(mark + 1)) };
}
