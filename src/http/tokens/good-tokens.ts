import { LRUCache } from 'lru-cache';

/** Recently valid tokens by hash. They are exempt from the limit of unknown tokens; the database still decides. */
export interface GoodTokens {
  readonly has: (tokenHash: string) => boolean;
  readonly add: (tokenHash: string) => void;
}

/** About 1 MB. */
const MOST = 10_000;

/** Creates the set of one process. */
export function createGoodTokens(most = MOST): GoodTokens {
  const hashes = new LRUCache<string, true>({ max: most });
  return {
    // `get` marks the token as recently used.
    has: (tokenHash) => hashes.get(tokenHash) === true,
    add: (tokenHash) => void hashes.set(tokenHash, true),
  };
}
