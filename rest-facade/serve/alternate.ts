import type { DocumentNode } from 'graphql';
import type { Row } from '../table/route.js';

/** Maximum length of a link in characters: proxies may reject longer URLs. */
const MAX_LINK_LENGTH = 2048;

/** URL of the equivalent stored operation: `{origin}/graphql?operation=TalkRecord&variables=…`. */
export type AlternateOf = (row: Row, origin: string, variables: Variables) => string | undefined;
type Variables = Readonly<Record<string, unknown>>;

/** Returns undefined for writes and for URLs that would be too long. Variables of reads contain no secrets. */
export function createAlternates(rows: readonly Row[]): AlternateOf {
  const paths = new Map<Row, string>();
  for (const row of rows) {
    if (row.method !== 'GET' || !row.answer) continue;
    paths.set(row, `/graphql?operation=${nameOf(row.answer.operation)}&variables=`);
  }
  return (row, origin, variables) => {
    const path = paths.get(row);
    if (path === undefined) return undefined;
    const address = `${origin}${path}${encodeURIComponent(JSON.stringify(given(variables)))}`;
    return address.length > MAX_LINK_LENGTH ? undefined : address;
  };
}

/** Value of the `Link` header (RFC 8288). */
export const alternateLink = (address: string): string => `<${address}>; rel="alternate"; type="application/json"`;

/** Omits null variables, which are equivalent to absent ones. */
function given(variables: Variables): Variables {
  const some: Record<string, unknown> = {};
  for (const name of Object.keys(variables)) if (variables[name] !== null) some[name] = variables[name];
  return some;
}

/** The name of a stored operation. */
export function nameOf({ definitions }: DocumentNode): string {
  const operation = definitions.find((definition) => 'operation' in definition);
  return operation?.name?.value ?? '';
}
