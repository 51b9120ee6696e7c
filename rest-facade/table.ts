import findMyWay from 'find-my-way';
import { Refusal } from './refusal.js';
import type { Row } from './route.js';

/** The rows of one path, by method. */
type Methods = ReadonlyMap<string, Row>;

/** Result of a lookup in the table. */
interface Found {
  readonly row: Row | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** Methods of the path, as the value of `Allow`. */
  readonly allow: string;
}

/** Maximum parameter length: the slug of the longest name, since transliteration lengthens some scripts. */
const LONGEST_PARAMETER = 2000;
const RETIRED = /^\/v2(?!\.1(?:\/|$))[\d.]*(?:\/|$)/;

/**
 * Creates a function that finds the row for a method and a path. Trailing slashes never matter (contract §1.1). It throws
 * Refusal for a path that no row has.
 */
export function createTable(rows: readonly Row[]): (method: string, path: string) => Found {
  const paths = new Map<string, Map<string, Row>>();
  for (const row of rows) {
    const methods = paths.get(row.path) ?? new Map<string, Row>();
    if (methods.has(row.method)) throw new Error(`Duplicate route ${row.method} ${row.path}`);
    paths.set(row.path, methods.set(row.method, row));
  }
  const router = findMyWay({ maxParamLength: LONGEST_PARAMETER });
  // Register one entry per path: a 405 response lists all methods of the path.
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

/** A loop, because a regular expression takes quadratic time for a path that consists of slashes. */
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
