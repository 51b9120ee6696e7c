import findMyWay from 'find-my-way';
import { Refusal } from './refusal.js';
import type { Row } from './route.js';

/** The rows of one path, by method. */
type Methods = ReadonlyMap<string, Row>;

/** What a request meets in the table. */
export interface Match {
  readonly row: Row | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** The methods of the path, as `Allow` tells them. */
  readonly allow: string;
}

/** A slug of the longest name: one character of some scripts becomes several of Latin. */
const LONGEST_PARAMETER = 2000;
const RETIRED = /^\/v2(?!\.1(?:\/|$))[\d.]*(?:\/|$)/;

/** Finds the row for a method and a path. Trailing slashes never matter (contract §1.1). */
export function createTable(rows: readonly Row[]): (method: string, path: string) => Match {
  const paths = new Map<string, Map<string, Row>>();
  for (const row of rows) {
    const methods = paths.get(row.path) ?? new Map<string, Row>();
    if (methods.has(row.method)) throw new Error(`${row.method} ${row.path} stands twice in the table`);
    paths.set(row.path, methods.set(row.method, row));
  }
  const router = findMyWay({ maxParamLength: LONGEST_PARAMETER });
  // One entry for each path: the router need not know methods, because 405 wants all of them at once.
  for (const [path, methods] of paths) router.on('GET', path, () => undefined, methods);

  return (method, path) => {
    const trimmed = withoutTrailingSlashes(path);
    const found = trimmed.startsWith('/') ? router.find('GET', trimmed) : null;
    if (!found) throw notInTable(trimmed);
    const methods = found.store as Methods;
    const wanted = method === 'HEAD' ? 'GET' : method;
    return { row: methods.get(wanted), params: found.params as Record<string, string>, allow: allowOf(methods) };
  };
}

/** Written as a loop: a regular expression would take the square of the time for a path of nothing but slashes. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function allowOf(methods: Methods): string {
  const names = [...methods.keys()];
  return [...names, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

function notInTable(path: string): Refusal {
  if (RETIRED.test(path)) {
    return new Refusal('VERSION_RETIRED', 'This API version is no longer supported. Please use v2.1');
  }
  const isVersion = path === '/v2.1' || path.startsWith('/v2.1/');
  return isVersion
    ? new Refusal('PATH_UNKNOWN', 'Endpoint not found')
    : new Refusal('VERSION_MISSING', 'API version must be specified');
}
