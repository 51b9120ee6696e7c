import type { ApolloServerOptions } from '@apollo/server';
import type { DocumentNode, Token } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../src/context.js';

type DocumentStore = NonNullable<ApolloServerOptions<Context>['documentStore']>;

/**
 * A token takes half a kilobyte once it is parsed, with its node and its places: fifty megabytes at most. Apollo's own store
 * counts what a document would take as JSON, which is a fraction of that.
 */
const TOKENS_KEPT = 100_000;

/** Where Apollo keeps the documents that are valid, those used longest ago no more. */
export function createDocumentStore(): DocumentStore {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: TOKENS_KEPT,
    sizeCalculation: (document) => tokenCount(document),
  });
  return {
    get: (key) => Promise.resolve(documents.get(key)),
    set: (key, document) => Promise.resolve(void documents.set(key, document)),
    delete: (key) => Promise.resolve(documents.delete(key)),
  };
}

/** With the two that stand before and behind all others. */
function tokenCount({ loc }: DocumentNode): number {
  let tokens = 1;
  for (let token: Token | null | undefined = loc?.startToken; token; token = token.next) tokens += 1;
  return tokens;
}
