import { LRUCache } from 'lru-cache';
import type { Changes, Scope } from './changes.js';

/** An answer as it is sent, or as it can be kept. */
interface Answer {
  readonly status: number;
  readonly body: string | Buffer | null;
  /** It is about one request, such as an error with an id. */
  readonly fleeting?: boolean;
}

/** What may be kept, and how long it stays true when nothing is written. */
export interface Question<Given extends Answer> {
  /** The same for requests that get the same answer, byte by byte. */
  readonly key: string;
  readonly scope: () => Promise<Scope>;
  /** When time alone changes the answer, in seconds since 1970. */
  readonly until: () => Promise<number>;
  readonly compute: () => Promise<Given>;
  /**
   * Makes the answer ready to be sent often.
   *
   * @param grew is told by how many bytes it grows afterwards
   */
  readonly ready: (answer: Given, scope: Scope, until: number, grew: (bytes: number) => void) => Promise<Given>;
}

interface Kept<Given> {
  readonly answer: Given;
  readonly scope: Scope;
  /** The last look at what has been committed before the answer began to be computed. */
  readonly since: number;
  readonly until: number;
  size: number;
}

/** What became of a read: kept and true, computed, or computed for somebody else who asked the same. */
export type Outcome = 'hit' | 'miss' | 'joined';

/** A computation on its way; `number` tells which began first. */
interface Flight<Given> {
  readonly number: number;
  readonly landing: Promise<Given>;
}

export interface AnswerCache<Given extends Answer> {
  /** What is kept, if it is true now. Undefined at once where nothing is kept. */
  find(key: string): Promise<Given | undefined> | undefined;
  /** What is kept, if it is true now, or else a new answer. */
  answer(question: Question<Given>): Promise<Given>;
}

const LARGEST_BYTES = 2 * 1024 * 1024;
const OVERHEAD_BYTES = 1_500;

/**
 * Answers that are still true are not computed again. Never stale: a request that finds a kept answer waits for a look at
 * what has been committed that begins after the request, and nothing that a request joins began before it.
 *
 * @param now seconds since 1970
 * @param mostBytes how much is kept; 0 keeps nothing
 * @param came is told of each read
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
    const [about, since] = await Promise.all([scope(), changes.look()]);
    // Whatever is committed from here on shows in a later look, be it in the answer or not, or in when it ends.
    const [answer, changesAt] = await Promise.all([question.compute(), until()]);
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
      // One that is on its way may have begun too early for this request: it is waited for, and then looked at.
      const earlier = flights.get(key);
      if (earlier && !kept.has(key)) await earlier.landing.catch(() => undefined);
      const found = await find(key);
      if (found) return found;
      const later = flights.get(key);
      if (later && later.number > number) {
        came('joined');
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
