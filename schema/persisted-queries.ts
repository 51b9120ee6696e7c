import type { ApolloServerPlugin } from '@apollo/server';
import { LRUCache } from 'lru-cache';
import type { Context } from '../src/core/context.js';

/** Memory per process (decisions.md, Persisted queries). */
const BUDGET_BYTES = { anonymous: 4_000_000, signedIn: 16_000_000 };

/** Overhead of an entry in addition to its text: hash, LRU list and map. */
const ENTRY_BYTES = 400;

export interface PersistedQueries {
  /** Looks up a text by its SHA-256 in hex; undefined if it is not registered. */
  readonly find: (sha256: string) => string | undefined;
  /** Registers the text of a request that carries its hash. */
  readonly plugin: ApolloServerPlugin<Context>;
}

/**
 * Stores automatic persisted queries. Authenticated callers have a separate budget, so that anonymous callers cannot
 * evict their texts. A lookup searches both.
 */
export function createPersistedQueries(budget = BUDGET_BYTES): PersistedQueries {
  const anonymous = createStore(budget.anonymous);
  const signedIn = createStore(budget.signedIn);
  const find = (sha256: string) => signedIn.get(sha256) ?? anonymous.get(sha256);

  const register = (sha256: string, text: string, isSignedIn: boolean) => {
    if (signedIn.has(sha256) || (!isSignedIn && anonymous.has(sha256))) return;
    // Copies the text: a substring would retain the whole URL in memory.
    (isSignedIn ? signedIn : anonymous).set(sha256, Buffer.from(text).toString());
    if (isSignedIn) anonymous.delete(sha256);
  };

  return {
    find,
    plugin: {
      requestDidStart: () =>
        Promise.resolve({
          // Replaces Apollo's registration, which ignores the caller. Hash, validation and cost checks have passed.
          executionDidStart({ metrics, queryHash, source, contextValue }) {
            if (metrics.persistedQueryRegister) register(queryHash, source, contextValue.viewer !== null);
            return Promise.resolve();
          },
        }),
    },
  };
}

const createStore = (maxSize: number) =>
  new LRUCache<string, string>({ maxSize, sizeCalculation: (text) => ENTRY_BYTES + bytesOf(text) });

/** V8 stores a string with one byte per character, or with two if any character is beyond Latin-1. */
const bytesOf = (text: string): number => (/[^\0-\xff]/.test(text) ? 2 : 1) * text.length;
