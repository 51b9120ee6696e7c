import { LRUCache } from 'lru-cache';

/** Tokens that the database knew lately, by their hashes: it is worth asking for them again. It still decides. */
export interface GoodTokens {
  readonly has: (tokenHash: string) => boolean;
  readonly add: (tokenHash: string) => void;
}

/** About a megabyte. */
const MOST = 10_000;

/** Those of one process. */
export function createGoodTokens(most = MOST): GoodTokens {
  const hashes = new LRUCache<string, true>({ max: most });
  return {
    // Whoever asks for it uses it.
    has: (tokenHash) => hashes.get(tokenHash) === true,
    add: (tokenHash) => void hashes.set(tokenHash, true),
  };
}
