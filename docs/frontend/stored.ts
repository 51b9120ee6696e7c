import { dataOf, headersOf, type Graph } from './graph.js';
import type { LanguageCollectionQuery, LanguageCollectionQueryVariables } from './operations.generated.js';

/** The stored operations of this frontend, by name. */
interface Stored {
  LanguageCollection: { readonly variables: LanguageCollectionQueryVariables; readonly data: LanguageCollectionQuery };
}

/** Cached responses by address and token. In a browser, the HTTP cache does the same. */
const known = new Map<string, { readonly tag: string; readonly data: unknown }>();

/** Runs a stored query by GET, with a conditional request that reuses an unchanged response. */
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
