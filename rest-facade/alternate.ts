import type { DocumentNode } from 'graphql';
import type { Row } from './route.js';

/** Links are no longer than every proxy lets through. */
const LONGEST = 2048;

/** Where the graph has what a row answered: `{origin}/graphql?operation=TalkRecord&variables=…`, a stored operation. */
export type AlternateOf = (row: Row, origin: string, variables: Variables) => string | undefined;
type Variables = Readonly<Record<string, unknown>>;

/** Undefined for rows that write, and where the address would become very long. Secrets are no variables of reads. */
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
    return address.length > LONGEST ? undefined : address;
  };
}

/** The header that names it (RFC 8288). */
export const alternateLink = (address: string): string => `<${address}>; rel="alternate"; type="application/json"`;

/** A variable that is null is the same as an absent one. */
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
