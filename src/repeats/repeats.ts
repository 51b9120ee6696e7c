import type { Context } from '../context.js';
import { fail } from '../errors.js';
import type { Answer } from '../http/send.js';
import { Reads } from '../reads/reads.js';
import type { Run } from '../reads/statement.js';
import { requireViewer } from '../rules.js';
import { holdTransaction } from './hold-transaction.js';
import { claim, findDone, keepAnswer, type KeyedRequest, type StoredAnswer } from './stored-keys.js';

type Repeated =
  { readonly outcome: 'answered' | 'replayed'; readonly reply: Answer } | { readonly outcome: 'busy' | 'reused' };

/** How what is sent more than once is done once. */
export interface Repeats {
  /**
   * Does the work, or answers as it was answered in the last day. What fails, and what writes nothing, may be tried again.
   *
   * @param work is done in a context that writes only together with its answer
   * @throws DomainError UNAUTHENTICATED, UNAVAILABLE
   */
  readonly once: (
    context: Context,
    keyed: Omit<KeyedRequest, 'user'>,
    work: (by: Context) => Promise<Answer>,
  ) => Promise<Repeated>;
}

/**
 * The key, the write and its answer are committed together: whatever is acknowledged is known, and whatever breaks off has
 * left nothing. The connection of that transaction is taken with the first write, and no second one is needed until its end.
 *
 * @param run looks keys up
 */
export function createRepeats(run: Run): Repeats {
  const known = async (request: KeyedRequest): Promise<Repeated | undefined> => {
    const done = await findDone(run, request);
    if (!done) return undefined;
    return done.fingerprint === request.fingerprint
      ? { outcome: 'replayed', reply: done.answer }
      : { outcome: 'reused' };
  };
  return {
    async once(context, keyed, work) {
      const request = { ...keyed, user: requireViewer(context.viewer).id };
      const before = await known(request);
      if (before) return before;
      let isBusy = false;
      const held = holdTransaction(context.em, context.reads.scope.run, async (inside) => {
        isBusy = !(await claim(inside, request));
        // Ends the verb. Nobody is told this reason.
        if (isBusy) throw fail('CONFLICT', 'CHANGED_MEANWHILE');
      });
      try {
        const reads = new Reads({ ...context.reads.scope, run: held.run });
        const reply = await work({ ...context, held, reads });
        if (reply.status < 300) {
          await held.commit((inside) => keepAnswer(inside, request, storedAnswer(reply)));
          return { outcome: 'answered', reply };
        }
        await held.rollback();
        // What was sent twice at once may have been refused because it was done meanwhile.
        return (await known(request)) ?? (isBusy ? { outcome: 'busy' } : { outcome: 'answered', reply });
      } finally {
        await held.rollback();
      }
    },
  };
}

/** Without what tells of the moment. */
function storedAnswer({ status, headers, body }: Answer): StoredAnswer {
  const lasting = Object.entries(headers).filter(([name]) => !name.startsWith('RateLimit'));
  return { status, headers: Object.fromEntries(lasting), body: body?.toString() ?? null };
}
