import { LRUCache } from 'lru-cache';
import { lookForChanges, takeSnapshot, type Scope, type Snapshot } from './freshness.js';
import type { Run } from '../reads/statement.js';

/** An answer as it is sent, or as it can be kept. */
interface Answer {
  readonly status: number;
  readonly body: string | Buffer | null;
}

/** What may be kept, and how long it stays true when nothing is written. */
export interface Question<Given extends Answer> {
  /** The same for requests that get the same answer, byte by byte. */
  readonly key: string;
  readonly scope: () => Promise<Scope>;
  /** When time alone changes the answer, in seconds since 1970. */
  readonly until: () => Promise<number>;
  readonly compute: () => Promise<Given>;
  /** Makes the answer ready to be sent often. */
  readonly ready: (answer: Given) => Given;
}

interface Kept<Given> {
  readonly answer: Given;
  readonly scope: Scope;
  readonly snapshot: Snapshot;
  readonly until: number;
  /** By a clock that nobody sets: `changes` forgets whatever the time is said to be. */
  readonly end: number;
}

/** A computation on its way; `number` tells which began first. */
interface Flight<Given> {
  readonly number: number;
  readonly landing: Promise<Given>;
}

export interface AnswerCache<Given extends Answer> {
  answer(question: Question<Given>): Promise<Given>;
}

/** `changes` forgets what is older than this for certain (see `forget-changes.ts`), so that no answer may be older. */
export const LIFETIME_SECONDS = 600;
const LARGEST_BYTES = 2 * 1024 * 1024;
const OVERHEAD_BYTES = 1_000;

/**
 * Answers that are still true are not computed again. Never stale: a request that finds a kept answer asks the database
 * whether anything that it shows has been committed since it was computed, and nothing that a request joins began before it.
 *
 * @param mostBytes how much is kept; 0 keeps nothing
 * @param now seconds since 1970
 */
export function createAnswerCache<Given extends Answer>(
  run: Run,
  now: () => number,
  mostBytes: number,
): AnswerCache<Given> {
  const flights = new Map<string, Flight<Given>>();
  let begun = 0;
  if (mostBytes === 0) return { answer: ({ compute }) => compute() };
  const kept = new LRUCache<string, Kept<Given>>({ maxSize: mostBytes, maxEntrySize: LARGEST_BYTES });

  /** @param taken a snapshot of this request, where it has one already */
  async function compute(question: Question<Given>, taken: Snapshot | undefined): Promise<Given> {
    const { key, scope, until, ready } = question;
    const end = performance.now() + LIFETIME_SECONDS * 1_000;
    const [about, snapshot] = await Promise.all([scope(), taken ?? takeSnapshot(run)]);
    // Whatever is committed from here on shows in `changes`, be it in the answer or not, or in when it ends.
    const [answer, changesAt] = await Promise.all([question.compute().then(ready), until()]);
    if (answer.status === 200 && answer.body !== null) {
      const size = answer.body.length + key.length + OVERHEAD_BYTES;
      kept.set(key, { answer, scope: about, snapshot, until: changesAt, end }, { size });
    }
    return answer;
  }

  /** What is kept, if it is true now; otherwise the snapshot at which it was found out that it is not. */
  async function look(key: string): Promise<{ readonly answer?: Given; readonly snapshot?: Snapshot }> {
    const found = kept.get(key);
    if (!found) return {};
    const isOver = now() >= found.until || performance.now() >= found.end;
    const { changed, snapshot } = await lookForChanges(run, found.scope, found.snapshot);
    if (!changed && !isOver) return { answer: found.answer };
    if (kept.peek(key) === found) kept.delete(key);
    return { snapshot };
  }

  return {
    async answer(question) {
      const { key } = question;
      begun += 1;
      const number = begun;
      // One that is on its way may have begun too early for this request: it is waited for, and then looked at.
      const earlier = flights.get(key);
      if (earlier && !kept.has(key)) await earlier.landing.catch(() => undefined);
      const { answer: found, snapshot } = await look(key);
      if (found) return found;
      const later = flights.get(key);
      if (later && later.number > number) return later.landing;
      begun += 1;
      const mine: Flight<Given> = { number: begun, landing: compute(question, snapshot) };
      flights.set(key, mine);
      try {
        return await mine.landing;
      } finally {
        if (flights.get(key) === mine) flights.delete(key);
      }
    },
  };
}
