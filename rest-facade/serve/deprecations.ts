import type { Deprecation } from '../wire/request.js';
import { patternOf } from '../../src/http/rows/router.js';
import type { Row } from '../table/route.js';

const withoutNames = (pattern: string): string => pattern.replaceAll(/:\w+/g, ':');

/** Validates deprecations against the table. Returns an error message, or null if they are valid. */
export function problemOf(rows: readonly Row[], deprecations: readonly Deprecation[]): string | null {
  const known = new Set(rows.map((row) => withoutNames(patternOf(row))));
  const given = new Set<string>();
  for (const { route } of deprecations) {
    const pattern = withoutNames(route);
    if (!known.has(pattern)) return `unknown route "${route}": write its parameters as in "GET /v2.1/talks/:talkId"`;
    if (given.has(pattern)) return `duplicate route "${route}"`;
    given.add(pattern);
  }
  return null;
}

/**
 * Headers that announce the deprecation of a row in its responses (RFC 9745, RFC 8594).
 *
 * @throws Error if the deprecations are invalid for the table
 */
export function createNotices(
  rows: readonly Row[],
  deprecations: readonly Deprecation[],
): ReadonlyMap<Row, Readonly<Record<string, string>>> {
  const problem = problemOf(rows, deprecations);
  if (problem !== null) throw new Error(problem);
  const notices = new Map(deprecations.map((one) => [withoutNames(one.route), headersOf(one)]));
  return new Map(
    rows.flatMap((row) => {
      const notice = notices.get(withoutNames(patternOf(row)));
      return notice ? [[row, notice] as const] : [];
    }),
  );
}

function headersOf({ deprecatedAt, sunsetAt, link }: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${deprecatedAt}`,
    ...(sunsetAt !== null && { Sunset: new Date(sunsetAt * 1000).toUTCString() }),
    ...(link !== null && { Link: `<${link}>; rel="deprecation"` }),
  };
}
