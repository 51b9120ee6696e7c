import type { Failure, Outcome } from './failure.js';
import type { Keepable } from './keep.js';
import { WireQuery } from './read/query.js';
import { Refusal } from './refusal.js';
import type { WireReply } from './reply.js';

type Subject = Keepable['subject'];

/** How writes are held to what their clients have seen (`If-Match`; RFC 9110, 13.1.1). */
export interface Conditions<Context> {
  /** Whether the header names this body. */
  readonly isNamed: (ifMatch: string, body: string | Buffer) => boolean;
  /**
   * From now on what others change of the subject is noticed.
   *
   * @returns a context that writes only while there is nothing of it; and nothing at all where nothing matches
   */
  readonly watch: (subject: Subject, context: Context) => Promise<(isMatched: boolean) => Context>;
}

/** What a client is told when it reads: a body, or why there is none. */
export interface Reading {
  readonly body: WireReply['body'];
  readonly failure: Failure | null;
}

/** A write on a condition. */
interface ConditionalWrite<Context> {
  readonly ifMatch: string;
  readonly subject: Subject;
  readonly context: Context;
  /** That of the write. */
  readonly query: WireQuery;
  /** What the same client would be told now if it read the same path with this query. @throws Refusal */
  readonly read: (query: WireQuery) => Promise<Reading>;
  readonly run: (context: Context) => Promise<Outcome>;
}

/** What has an `If-Match` that counts. Whoever adds something has not seen it before. */
export const conditionalMethods: ReadonlySet<string> = new Set(['PUT', 'DELETE']);

/** Clients write to the plain address what they may have read with more. */
const usualQueries = ['', 'verbose=yes'].map((text) => WireQuery.parse(text));
const ATTEMPTS = 5;
/** With these there is nothing that the client could have seen; with all others nobody knows. */
const unseen: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']);

/**
 * Writes if what the client has seen is what it would see now. What would be refused anyway (400, 401, 403, 404) is refused
 * first: the core looks at the condition last. Where somebody has changed something meanwhile, it is read again: it may be
 * that nothing of that shows.
 */
export async function writeIfMatched<Context>(
  { isNamed, watch }: Conditions<Context>,
  { ifMatch, subject, context, query, read, run }: ConditionalWrite<Context>,
): Promise<Outcome> {
  const look = async (): Promise<{ readonly isMatched: boolean; readonly failure?: Failure }> => {
    for (const one of [query, ...usualQueries]) {
      const { body, failure } = await orNothing(() => read(one));
      if (failure && !unseen.has(failure.code)) return { isMatched: false, failure };
      if (body !== null && isNamed(ifMatch, body)) return { isMatched: true };
    }
    return { isMatched: false };
  };
  for (let attempt = 1; ; attempt += 1) {
    const contextFor = await watch(subject, context);
    const { isMatched, failure } = await look();
    if (failure) return { data: null, failure };
    const outcome = await run(contextFor(isMatched));
    if (!isMatched || outcome.failure?.code !== 'PRECONDITION_FAILED' || attempt === ATTEMPTS) return outcome;
  }
}

/** What v2.1 itself refuses to read is nothing that anybody has seen. */
async function orNothing(read: () => Promise<Reading>): Promise<Reading> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refusal) return { body: null, failure: null };
    throw error;
  }
}
