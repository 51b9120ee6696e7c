import type { EntityManager } from '@mikro-orm/postgresql';
import { createHash } from 'node:crypto';
import { domainError } from '../../core/errors.js';
import { Reads } from '../../core/reads/reads.js';
import { requireViewer } from '../../core/rules.js';
import { Transactions } from '../../core/transaction/transactions.js';
import type { Run } from '../../database/sql/statement.js';
import type { Exchange } from '../exchange.js';
import { HttpError } from '../http-error.js';
import { createRequestTransaction } from '../idempotency/request-transaction.js';
import { claimKey, findCompleted, storeResponse, type KeyedRequest } from '../idempotency/stored-keys.js';
import type { Reply } from '../send.js';
import type { Stage } from './stage.js';

const KEY = /^[\x20-\x7e]{1,255}$/;
/** A write takes less than 1 s. */
const RETRY_AFTER_SECONDS = '1';

/**
 * Executes a request with an `Idempotency-Key` once, even if its connection breaks, and replays its reply to retries
 * within 24 hours. Failures and requests that write nothing may be retried.
 *
 * Commits the key, the write and its response atomically: every acknowledged request is recorded, and an aborted one
 * leaves nothing. Acquires the transaction's connection with the first write, and needs no second one until its end.
 *
 * @param run looks up keys
 * @param em opens the transactions
 */
export const idempotency =
  (run: Run, em: EntityManager): Stage =>
  async (exchange, next) => {
    const key = keyOf(exchange);
    if (key === undefined) return next();
    const context = await exchange.context();
    const request = { key, fingerprint: fingerprintOf(exchange), user: requireViewer(context.viewer).id };
    const replayed = await replay(run, request);
    if (replayed) return replayed;
    let isBusy = false;
    const transaction = createRequestTransaction(em, context.reads.scope.run, async (inside) => {
      isBusy = !(await claimKey(inside, request));
      // Aborts the domain command. Clients never receive this reason.
      if (isBusy) throw domainError('CONFLICT', 'CHANGED_MEANWHILE');
    });
    try {
      const reads = new Reads({ ...context.reads.scope, run: transaction.run });
      exchange.useContext({ ...context, reads, transactions: new Transactions(transaction, reads) });
      const reply = await next();
      if (reply.status < 300) {
        await transaction.commit((inside) => storeResponse(inside, request, reply));
        return reply;
      }
      await transaction.rollback();
      // A concurrent duplicate may have completed the request and caused this rejection.
      const completed = await replay(run, request);
      if (!completed && isBusy) throw keyBusy();
      return completed ?? reply;
    } finally {
      await transaction.rollback();
    }
  };

const keyBusy = () => new HttpError(409, 'CONFLICT', 'IDEMPOTENCY_KEY_BUSY', { 'Retry-After': RETRY_AFTER_SECONDS });

/** @throws HttpError 400 if the key is malformed, or the route rejects keys */
function keyOf({ headers, match }: Pick<Exchange, 'headers' | 'match'>): string | undefined {
  const header = headers['idempotency-key'];
  if (header === undefined || match.idempotency === 'ignored') return undefined;
  const key = String(header);
  if (!KEY.test(key)) throw new HttpError(400, 'INVALID', 'IDEMPOTENCY_KEY_UNREADABLE');
  if (match.idempotency === 'rejected') throw new HttpError(400, 'INVALID', 'IDEMPOTENCY_KEY_UNSUPPORTED');
  return key;
}

/** Line breaks delimit the parts unambiguously: neither a method nor a URL contains one. */
const fingerprintOf = ({ method, url, body }: Pick<Exchange, 'method' | 'url' | 'body'>): string =>
  createHash('sha256')
    .update(`${method}\n${url}\n`)
    .update(body ?? new Uint8Array())
    .digest('hex');

/**
 * The stored reply to a completed request; undefined without one.
 *
 * @throws HttpError 422 if the key was used for another request
 */
async function replay(run: Run, request: KeyedRequest): Promise<Reply | undefined> {
  const completed = await findCompleted(run, request);
  if (!completed) return undefined;
  const { fingerprint, response } = completed;
  if (fingerprint !== request.fingerprint) throw new HttpError(422, 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED');
  return { ...response, headers: { ...response.headers, 'Idempotency-Replayed': 'true' } };
}
