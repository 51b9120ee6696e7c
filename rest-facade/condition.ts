import type { Failure, Outcome } from './failure.js';
import type { Keepable } from './keep.js';
import { WireQuery } from './read/query.js';
import { Refusal } from './refusal.js';
import type { WireReply } from './reply.js';

type Subject = Keepable['subject'];

/** Evaluates `If-Match` on writes (RFC 9110 §13.1.1). */
export interface Conditions<Context> {
  /** Whether the header contains the entity tag of this body. */
  readonly isNamed: (ifMatch: string, body: string | Buffer) => boolean;
  /**
   * Detects changes of the subject that other transactions commit from now on.
   *
   * @returns a context that commits only if there are none; if nothing matched, it rejects every write
   */
  readonly watch: (subject: Subject, context: Context) => Promise<(isMatched: boolean) => Context>;
}

/** Result of a read: a body or the reason for its absence. */
export interface Reading {
  readonly body: WireReply['body'];
  readonly failure: Failure | null;
}

/** A write with a precondition. */
interface ConditionalWrite<Context> {
  readonly ifMatch: string;
  readonly subject: Subject;
  readonly context: Context;
  /** Query of the write. */
  readonly query: WireQuery;
  /** Reads the current representation of the same path with this query for the same caller. @throws Refusal */
  readonly read: (query: WireQuery) => Promise<Reading>;
  readonly run: (context: Context) => Promise<Outcome>;
}

/** Methods whose `If-Match` is evaluated. POST creates records, so there is no representation to match. */
export const conditionalMethods: ReadonlySet<string> = new Set(['PUT', 'DELETE']);

/** Clients may have read the record with these queries before they write to its plain URL. */
const usualQueries = ['', 'verbose=yes'].map((text) => WireQuery.parse(text));
const ATTEMPTS = 5;
/** With these codes the caller cannot see a representation; any other failure leaves the precondition undecided. */
const unseen: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']);

/**
 * Writes only if `If-Match` names the current representation. Errors that do not depend on it (400, 401, 403, 404) take
 * precedence: the core evaluates the precondition last. After a concurrent change the representation is read again,
 * because the change may not affect it.
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

/** Treats a read that the facade refuses as no representation. */
async function orNothing(read: () => Promise<Reading>): Promise<Reading> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refusal) return { body: null, failure: null };
    throw error;
  }
}
