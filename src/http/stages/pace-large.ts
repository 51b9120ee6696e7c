import pLimit from 'p-limit';
import { callerOf } from '../../adapters/limits/caller.js';
import { createKeyedQueues } from '../../core/common/keyed-queue.js';
import { overloaded, RETRY_AFTER_SECONDS } from '../overloaded.js';
import type { UnsentBytes } from '../unsent-bytes.js';
import type { Stage } from './stage.js';

/** Larger pages are computed one at a time for each caller, as ad-hoc operations of that size are. */
const PACED_RECORDS = 100;
/** Still larger ones use megabytes of memory while they are serialized: of all callers, one is computed at a time. */
const LARGE_RECORDS = 1_000;
/** Requests of one caller that wait. */
const MAX_PENDING = 1_000;

/** Computes large pages one after another. Callers wait for their own ones, and for at most one of each other caller. */
export function paceLarge(unsent: UnsentBytes): Stage {
  const queueOf = createKeyedQueues(1, MAX_PENDING, RETRY_AFTER_SECONDS);
  const oneAtATime = pLimit(1);
  return async (exchange, next) => {
    const { maxRecords, body } = exchange.match;
    // A client may take minutes to send a body.
    if (maxRecords <= PACED_RECORDS || body !== 'none') return next();
    const { viewer, client } = await exchange.context();
    const caller = callerOf(viewer, client.address);
    const inTurn = async () => {
      // Responses to the requests before it may remain unread, or its client may have given up.
      if (unsent.refuses(caller) || exchange.request.socket.destroyed) throw overloaded();
      return next();
    };
    return queueOf(caller)(maxRecords > LARGE_RECORDS ? () => oneAtATime(inTurn) : inTurn);
  };
}
