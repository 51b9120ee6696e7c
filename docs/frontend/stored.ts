import { dataOf, headersOf, type Graph } from './graph.js';
import type { LanguageCollectionQuery, LanguageCollectionQueryVariables } from './operations.generated.js';

/** The stored operations that we use, by their names. */
interface Stored {
  LanguageCollection: { readonly variables: LanguageCollectionQueryVariables; readonly data: LanguageCollectionQuery };
}

/** What was answered before, by address and token. A browser's own cache does the same for us. */
const known = new Map<string, { readonly tag: string; readonly data: unknown }>();

/** Runs a stored query by GET: what has not changed since is not sent again. */
export async function askStored<Name extends keyof Stored>(
  graph: Graph,
  operation: Name,
  variables: Stored[Name]['variables'],
): Promise<Stored[Name]['data']> {
  const query = new URLSearchParams({ operation, variables: JSON.stringify(variables) });
  const url = `${graph.base}/graphql?${query.toString()}`;
  const key = `${url} ${graph.token ?? ''}`;
  const before = known.get(key);
  const headers = { ...headersOf(graph), ...(before && { 'If-None-Match': before.tag }) };
  const response = await fetch(url, { headers });
  if (response.status === 304 && before) return before.data as Stored[Name]['data'];
  const data = await dataOf<Stored[Name]['data']>(response);
  const tag = response.headers.get('ETag');
  if (tag !== null) known.set(key, { tag, data });
  return data;
}
