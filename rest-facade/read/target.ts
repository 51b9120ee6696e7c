import { WireQuery } from './query.js';

/** What was asked for. */
export interface Target {
  readonly path: string;
  readonly query: WireQuery;
}

/** Path and query of a request target, which proxies may send with scheme and host before it. */
export function readTarget(url: string): Target {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const mark = target.indexOf('?');
  if (mark === -1) return { path: target, query: WireQuery.parse('') };
  return { path: target.slice(0, mark), query: WireQuery.parse(target.slice(mark + 1)) };
}
