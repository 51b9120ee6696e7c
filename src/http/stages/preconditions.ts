import { domainError } from '../../core/errors.js';
import type { Precondition } from '../../core/transaction/transactions.js';
import type { Preconditions } from '../cache/preconditions.js';
import { isNamedByMatch } from '../entity-tag.js';
import type { Exchange } from '../exchange.js';
import type { Match } from '../match.js';
import type { Stage } from './stage.js';
import type { Reply } from '../send.js';

const MAX_ATTEMPTS = 5;
/** Precondition of a write to a representation that the caller has not seen. */
const never: Precondition = () => Promise.reject(domainError('PRECONDITION_FAILED', 'CHANGED_MEANWHILE'));
/** The caller cannot see a representation; any other error leaves the precondition undecided. */
const hasNoRepresentation = (status: number): boolean => status < 500 && status !== 413 && status !== 429;

/**
 * Evaluates `If-Match` on writes (RFC 9110 §13.1.1). Errors that do not depend on it (400, 401, 403, 404) take
 * precedence: the transaction of the command checks the precondition last. After a concurrent change the representation
 * is read again, because the change may not affect it.
 */
export const preconditions =
  ({ watch }: Preconditions): Stage =>
  async (exchange, next) => {
    const { match, headers } = exchange;
    const ifMatch = headers['if-match'];
    if (ifMatch === undefined || match.representations.length === 0) return next();
    const context = await exchange.context();
    for (let attempt = 1; ; attempt += 1) {
      const precondition = await watch(match.subject);
      // Cached reads may predate the precondition.
      context.reads.clear();
      exchange.useContext(context);
      const seen = await isSeen(exchange, ifMatch);
      if (typeof seen !== 'boolean') return seen;
      const transactions = context.transactions.subjectTo(seen ? precondition : never);
      exchange.useContext({ ...context, transactions });
      const reply = await next();
      if (!seen || reply.status !== 412 || attempt === MAX_ATTEMPTS) return reply;
    }
  };

/** Whether the header names what the caller gets with GET now; the reply if that fails. */
async function isSeen<Some extends Match>(exchange: Exchange<Some>, ifMatch: string): Promise<boolean | Reply> {
  for (const url of exchange.match.representations) {
    const read = exchange.asGet(url);
    if (!read) continue;
    const reply = await read.endpoint.respond(read);
    const { status, body } = reply;
    if (status === 200) {
      if (body !== null && isNamedByMatch(ifMatch, body)) return true;
    } else if (!hasNoRepresentation(status)) return reply;
  }
  return false;
}
