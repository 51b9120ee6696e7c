import { LRUCache } from 'lru-cache';
import type { Changes, Scope } from './changes.js';

/** A response to send or to cache. */
interface Answer {
  readonly status: number;
  readonly body: string | Buffer | readonly Buffer[] | null;
  /** Specific to one request, such as an error with an ID; never cached. */
  readonly fleeting?: boolean;
}

/** A cacheable read, its scope and its expiry. */
export interface Question<Given extends Answer> {
  /** Identical for requests with byte-identical responses. */
  readonly key: string;
  readonly scope: () => Promise<Scope>;
  /** When the response expires without any write, in seconds since 1970. */
  readonly until: () => Promise<number>;
  readonly compute: () => Promise<Given>;
  /**
   * Prepares the response for repeated sending.
   *
   * @param grew called with the number of bytes added later
   */
  readonly ready: (answer: Given, scope: Scope, until: number, grew: (bytes: number) => void) => Promise<Given>;
}

interface Kept<Given> {
  readonly answer: Given;
  readonly scope: Scope;
  /** The last poll of changes before the computation began. */
  readonly since: number;
  readonly until: number;
  size: number;
}

/** Outcome of a read: cached, computed, or coalesced with an identical in-flight computation. */
export type Outcome = 'hit' | 'miss' | 'coalesced';

/** An in-flight computation; `number` orders computations by their start. */
interface Flight<Given> {
  readonly number: number;
  readonly landing: Promise<Given>;
}

export interface AnswerCache<Given extends Answer> {
  /** A fresh cached response. Returns undefined synchronously if nothing is cached. */
  find(key: string): Promise<Given | undefined> | undefined;
  /** A fresh cached response, or else a newly computed one. */
  answer(question: Question<Given>): Promise<Given>;
}

const LARGEST_BYTES = 2 * 1024 * 1024;
const OVERHEAD_BYTES = 1_500;

/**
 * Caches responses until a change invalidates them. Never serves a stale response: a request that finds a cached one
 * awaits a poll of changes that begins after the request, and joins only computations that began after it.
 *
 * @param now seconds since 1970
 * @param mostBytes the capacity; 0 disables the cache
 * @param came called with the outcome of each read
 */
export function createAnswerCache<Given extends Answer>(
  changes: Changes,
  now: () => number,
  mostBytes: number,
  came: (outcome: Outcome) => void = () => undefined,
): AnswerCache<Given> {
  const flights = new Map<string, Flight<Given>>();
  let begun = 0;
  if (mostBytes === 0) return { find: () => undefined, answer: ({ compute }) => compute() };
  const kept = new LRUCache<string, Kept<Given>>({ maxSize: mostBytes });

  async function compute({ key, scope, until, ready, ...question }: Question<Given>): Promise<Given> {
    const since = await changes.look();
    // Any later commit appears in a later poll, whether or not the response, its scope or its expiry already reflects
    // it.
    const [answer, about, changesAt] = await Promise.all([question.compute(), scope(), until()]);
    const { status, body, fleeting } = answer;
    if (status !== 200 || body === null || fleeting === true) return answer;
    const readied = await ready(answer, about, changesAt, (bytes) => grow(key, readied, bytes));
    const size = (readied.body?.length ?? 0) + 2 * key.length + OVERHEAD_BYTES;
    if (size <= LARGEST_BYTES)
      kept.set(key, { answer: readied, scope: about, since, until: changesAt, size }, { size });
    return readied;
  }

  function grow(key: string, answer: Given, bytes: number): void {
    const found = kept.peek(key);
    if (found?.answer !== answer) return;
    found.size += bytes;
    kept.set(key, { ...found }, { size: found.size });
  }

  async function look(key: string, found: Kept<Given>): Promise<Given | undefined> {
    const isOver = now() >= found.until;
    await changes.look();
    if (!isOver && !changes.areAny(found.scope, found.since)) {
      came('hit');
      return found.answer;
    }
    if (kept.peek(key)?.answer === found.answer) kept.delete(key);
    return undefined;
  }

  function find(key: string): Promise<Given | undefined> | undefined {
    const found = kept.get(key);
    return found && look(key, found);
  }

  return {
    find,
    async answer(question) {
      const { key } = question;
      begun += 1;
      const number = begun;
      // An in-flight computation may predate this request: await it, then revalidate.
      const earlier = flights.get(key);
      if (earlier && !kept.has(key)) await earlier.landing.catch(() => undefined);
      const found = await find(key);
      if (found) return found;
      const later = flights.get(key);
      if (later && later.number > number) {
        came('coalesced');
        return later.landing;
      }
      came('miss');
      begun += 1;
      const mine: Flight<Given> = { number: begun, landing: compute(question) };
      flights.set(key, mine);
      try {
        return await mine.landing;
      } finally {
        if (flights.get(key) === mine) flights.delete(key);
      }
    },
  };
}
