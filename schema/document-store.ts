import type { ApolloServerOptions } from '@apollo/server';
import type { DocumentNode, Token } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../src/core/context.js';

type DocumentStore = NonNullable<ApolloServerOptions<Context>['documentStore']>;

/**
 * Cache size in tokens. A parsed token with its node and locations takes 0.5 kB: 20 MB at most, because garbage
 * collection pauses grow with retained memory. Apollo's own store measures documents as JSON, a fraction of that.
 */
const MAX_CACHED_TOKENS = 40_000;

/** The LRU cache in which Apollo stores parsed and validated documents. */
export function createDocumentStore(): DocumentStore {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: MAX_CACHED_TOKENS,
    sizeCalculation: (document) => tokenCount(document),
  });
  return {
    get: (key) => Promise.resolve(documents.get(key)),
    set: (key, document) => Promise.resolve(void documents.set(key, document)),
    delete: (key) => Promise.resolve(documents.delete(key)),
  };
}

/** Counts the tokens, including start-of-file and end-of-file. */
export function tokenCount({ loc }: DocumentNode): number {
  let tokens = 1;
  for (let token: Token | null | undefined = loc?.startToken; token; token = token.next) tokens += 1;
  return tokens;
}
