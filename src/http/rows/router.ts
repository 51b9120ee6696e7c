import findMyWay from 'find-my-way';
import { HttpError } from '../http-error.js';

/** What a row responds to: a method, and a path with parameters such as `/feeds/talks/:id.ics`. */
export interface Pattern {
  readonly method: string;
  readonly path: string;
}

/** The row of a request. */
export interface Found<Row> {
  readonly row: Row;
  readonly params: Readonly<Record<string, string>>;
  /** Methods of the path, as the value of `Allow`. */
  readonly allow: string;
}

/** The rows of one path, by method. */
interface Path<Row> {
  readonly methods: ReadonlyMap<string, Row>;
  readonly allow: string;
}

/** Maximum parameter length: the slug of the longest name, since transliteration lengthens some scripts. */
const MAX_PARAMETER_LENGTH = 2_000;

/** Display name of a row: `GET /v2.1/events/:eventId`. */
export const patternOf = ({ method, path }: Pattern): string => `${method} ${path}`;

/** The path of a request target, which may be in absolute form (RFC 9112 §3.2.2). */
export const pathOf = (url: string): string =>
  (url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '')).split('?', 1)[0] ?? '';

/**
 * Creates a function that finds the row of a method and a path, or the error 405 for another method of the path. Null
 * if no row has the path. HEAD is GET.
 *
 * @throws Error if a row exists twice
 */
export function createRouter<Row extends Pattern>(
  rows: readonly Row[],
): (method: string, path: string) => Found<Row> | HttpError | null {
  const router = findMyWay({ maxParamLength: MAX_PARAMETER_LENGTH });
  // Registers one entry per path: a 405 response lists all methods of the path.
  for (const [path, all] of Map.groupBy(rows, (row) => row.path)) {
    const methods = new Map(all.map((row) => [row.method, row]));
    const twice = all.find(({ method }, index) => all.findIndex((row) => row.method === method) !== index);
    if (twice) throw new Error(`Duplicate route ${patternOf(twice)}`);
    const store: Path<Row> = { methods, allow: allowOf([...methods.keys()]) };
    router.on('GET', path, () => undefined, store);
  }
  return (method, path) => {
    // It removes scheme and host, and finds `/` for `*`.
    const found = path.startsWith('/') ? router.find('GET', path) : null;
    if (!found) return null;
    const { methods, allow } = found.store as Path<Row>;
    const row = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined);
    if (!row) return new HttpError(405, 'NOT_SUPPORTED', 'METHOD_UNSUPPORTED', { Allow: allow });
    return { row, params: found.params as Record<string, string>, allow };
  };
}

/** Every path supports preflight requests and HEAD, except for one whose rows include HEAD: they are all that it has. */
function allowOf(methods: readonly string[]): string {
  if (methods.includes('HEAD')) return methods.join(', ');
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}
