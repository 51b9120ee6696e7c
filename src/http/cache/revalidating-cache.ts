import { LRUCache } from 'lru-cache';
import type { ChangeFeed, Scope } from './change-feed.js';

/** A response to send or to cache. */
interface CacheableResponse {
  readonly status: number;
  readonly body: string | Buffer | readonly Buffer[] | null;
  /** Specific to one request, such as an error with an ID; never cached. */
  readonly uncacheable?: boolean;
}

/** A cacheable read, its scope and its expiry. */
export interface CacheableRead<Reply extends CacheableResponse> {
  /** Identical for requests with byte-identical responses. */
  readonly key: string;
  /** @param computed a list depends on the records in it */
  readonly scope: (computed: Promise<unknown>) => Promise<Scope>;
  /**
   * When the response expires without any write, in seconds since 1970; a time in the past if it is not cacheable.
   *
   * @param computed a response may depend on the time by what it shows
   */
  readonly until: (computed: Promise<unknown>) => Promise<number>;
  readonly compute: () => Promise<Reply>;
  /**
   * Prepares the response for repeated sending.
   *
   * @param onGrow called with the number of bytes added later
   * @param scope what the response depends on
   */
  readonly prepare: (response: Reply, until: number, onGrow: (bytes: number) => void, scope: Scope) => Promise<Reply>;
}

interface Entry<Reply> {
  readonly response: Reply;
  readonly scope: Scope;
  /** The last poll of changes before the computation began. */
  readonly since: number;
  readonly until: number;
  size: number;
}

/** How a read was served: cached, computed, or coalesced with an identical in-flight computation. */
export type CacheOutcome = 'hit' | 'miss' | 'coalesced';

/** An in-flight computation; `number` orders computations by their start. */
interface InFlight<Reply> {
  readonly number: number;
  readonly promise: Promise<Reply>;
}

export interface RevalidatingCache<Reply extends CacheableResponse> {
  /** A fresh cached response. Returns undefined synchronously if nothing is cached. */
  find(key: string): Promise<Reply | undefined> | undefined;
  /** A fresh cached response, or else a newly computed one. */
  getOrCompute(read: CacheableRead<Reply>): Promise<Reply>;
}

const MAX_BYTES = 2 * 1024 * 1024;
const OVERHEAD_BYTES = 1_500;
/** A key of a scope: a string and a reference to it. */
const KEY_BYTES = 40;

/**
 * Caches responses until a change invalidates them. Never serves a stale response: a request that finds a cached one
 * awaits a poll of changes that begins after the request, and joins only computations that began after it.
 *
 * @param now seconds since 1970
 * @param maxBytes the capacity; 0 disables the cache
 * @param onOutcome called with the outcome of each read
 */
export function createRevalidatingCache<Reply extends CacheableResponse>(
  changes: ChangeFeed,
  now: () => number,
  maxBytes: number,
  onOutcome: (outcome: CacheOutcome) => void = () => undefined,
): RevalidatingCache<Reply> {
  const inFlight = new Map<string, InFlight<Reply>>();
  let started = 0;
  if (maxBytes === 0) return { find: () => undefined, getOrCompute: ({ compute }) => compute() };
  const entries = new LRUCache<string, Entry<Reply>>({ maxSize: maxBytes });

  async function compute({ key, scope, until, prepare, ...read }: CacheableRead<Reply>): Promise<Reply> {
    const since = await changes.poll();
    // Any later commit appears in a later poll, whether or not the response, its scope or its expiry already reflects
    // it.
    const computed = read.compute();
    const [response, about, expiresAt] = await Promise.all([computed, scope(computed), until(computed)]);
    const { status, body, uncacheable } = response;
    if (status !== 200 || body === null || uncacheable === true || expiresAt <= now()) return response;
    const prepared = await prepare(response, expiresAt, (bytes) => grow(key, prepared, bytes), about);
    const keys = about === 'everything' ? 0 : about.length;
    const size = (prepared.body?.length ?? 0) + 2 * key.length + keys * KEY_BYTES + OVERHEAD_BYTES;
    if (size <= MAX_BYTES)
      entries.set(key, { response: prepared, scope: about, since, until: expiresAt, size }, { size });
    return prepared;
  }

  function grow(key: string, response: Reply, bytes: number): void {
    const found = entries.peek(key);
    if (found?.response !== response) return;
    found.size += bytes;
    entries.set(key, { ...found }, { size: found.size });
  }

  async function revalidate(key: string, found: Entry<Reply>): Promise<Reply | undefined> {
    const isExpired = now() >= found.until;
    await changes.poll();
    if (!isExpired && !changes.hasChanged(found.scope, found.since)) {
      onOutcome('hit');
      return found.response;
    }
    if (entries.peek(key)?.response === found.response) entries.delete(key);
    return undefined;
  }

  function find(key: string): Promise<Reply | undefined> | undefined {
    const found = entries.get(key);
    return found && revalidate(key, found);
  }

  return {
    find,
    async getOrCompute(read) {
      const { key } = read;
      started += 1;
      const number = started;
      // An in-flight computation may predate this request: await it, then revalidate.
      const earlier = inFlight.get(key);
      if (earlier && !entries.has(key)) await earlier.promise.catch(() => undefined);
      const found = await find(key);
      if (found) return found;
      const later = inFlight.get(key);
      if (later && later.number > number) {
        onOutcome('coalesced');
        return later.promise;
      }
      onOutcome('miss');
      started += 1;
      const mine: InFlight<Reply> = { number: started, promise: compute(read) };
      inFlight.set(key, mine);
      try {
        return await mine.promise;
      } finally {
        if (inFlight.get(key) === mine) inFlight.delete(key);
      }
    },
  };
}
