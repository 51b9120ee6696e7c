import type { Context } from '../../core/context.js';
import { domainError } from '../../core/errors.js';
import type { Reply } from '../send.js';
import { Reads } from '../../core/reads/reads.js';
import type { Run } from '../../database/sql/statement.js';
import { requireViewer } from '../../core/rules.js';
import { holdTransaction } from './hold-transaction.js';
import { claim, findDone, keepAnswer, type KeyedRequest, type StoredAnswer } from './stored-keys.js';

type Repeated =
  | { readonly outcome: 'answered' | 'replayed'; readonly reply: Reply }
  | { readonly outcome: 'busy' }
  | { readonly outcome: 'reused' };

/** Executes a request at most once per idempotency key. */
export interface Repeats {
  /**
   * Executes the work, or replays the response of the last 24 hours. Failures and requests that write nothing may be
   * retried.
   *
   * @param work runs in a context whose writes commit only together with the response
   * @throws DomainError UNAUTHENTICATED, UNAVAILABLE
   */
  readonly once: (
    context: Context,
    keyed: Omit<KeyedRequest, 'user'>,
    work: (by: Context) => Promise<Reply>,
  ) => Promise<Repeated>;
}

/**
 * Commits the key, the write and its response atomically: every acknowledged request is recorded, and an aborted one
 * leaves nothing. Acquires the transaction's connection with the first write, and needs no second one until its end.
 *
 * @param run looks up keys
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
        // Aborts the domain command. Clients never receive this reason.
        if (isBusy) throw domainError('CONFLICT', 'CHANGED_MEANWHILE');
      });
      try {
        const reads = new Reads({ ...context.reads.scope, run: held.run });
        const reply = await work({ ...context, held, reads });
        if (reply.status < 300) {
          await held.commit((inside) => keepAnswer(inside, request, storedAnswer(reply)));
          return { outcome: 'answered', reply };
        }
        await held.rollback();
        // A concurrent duplicate may have completed the request and caused this rejection.
        return (await known(request)) ?? (isBusy ? { outcome: 'busy' } : { outcome: 'answered', reply });
      } finally {
        await held.rollback();
      }
    },
  };
}

const storedAnswer = ({ status, headers, body }: Reply): StoredAnswer => ({
  status,
  headers,
  body: body?.toString() ?? null,
});
