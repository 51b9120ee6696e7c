import type { Deprecation } from './request.js';
import { patternOf, type Row } from './route.js';

const withoutNames = (pattern: string): string => pattern.replaceAll(/:\w+/g, ':');

/** What is wrong with deprecations for this table, in words; null when nothing is. */
export function problemOf(rows: readonly Row[], deprecations: readonly Deprecation[]): string | null {
  const known = new Set(rows.map((row) => withoutNames(patternOf(row))));
  const given = new Set<string>();
  for (const { route } of deprecations) {
    const pattern = withoutNames(route);
    if (!known.has(pattern))
      return `there is no route "${route}": write its parameters as in "GET /v2.1/talks/:talkId"`;
    if (given.has(pattern)) return `the route "${route}" stands there twice`;
    given.add(pattern);
  }
  return null;
}

/**
 * What the answers of deprecated rows say about it (RFC 9745, RFC 8594).
 *
 * @throws Error when the deprecations do not fit the table
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
