import pLimit from 'p-limit';
import { createKeyedQueues } from '../../core/common/keyed-queue.js';
import { DomainError } from '../../core/errors.js';
import type { HashingCaller } from '../../core/ports.js';
import { accountAtAddress, normalizedKey } from '../limits/hashed-key.js';

/** Each hash occupies a libuv thread, which file and DNS access also need, and 19 MiB. */
const CONCURRENCY = 2;
/** About 1 s of work. Further requests fail immediately. */
const MAX_QUEUE_LENGTH = 64;
/** A conference behind one address may log in at once. */
const MAX_PER_ADDRESS = 256;
const MAX_PER_ACCOUNT = 32;
const RETRY_AFTER_SECONDS = 2;

const queue = pLimit(CONCURRENCY);
const ofAddress = createKeyedQueues(CONCURRENCY, MAX_PER_ADDRESS, RETRY_AFTER_SECONDS);
const ofAccount = createKeyedQueues(1, MAX_PER_ACCOUNT, RETRY_AFTER_SECONDS);

/**
 * Runs a hash when its turn comes. Of one address, two wait in the common queue at a time, and of one account at an
 * address, one waits among the others of this address: a caller who sends many delays only itself.
 *
 * @param caller undefined: an operator
 * @throws DomainError UNAVAILABLE if one of the queues is full
 */
export async function enqueue<Value>(work: () => Promise<Value>, caller?: HashingCaller): Promise<Value> {
  if (!caller) return inTurn(work);
  // As the limits count: an IPv6 subscriber has many addresses, and a name many spellings.
  const account = normalizedKey('account at address', accountAtAddress(caller.account, caller.address));
  const address = normalizedKey('address', caller.address);
  return ofAccount(account)(() => ofAddress(address)(() => inTurn(work)));
}

async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (queue.pendingCount >= MAX_QUEUE_LENGTH)
    throw new DomainError('UNAVAILABLE', [{ reason: 'OVERLOADED' }], { retryAfter: RETRY_AFTER_SECONDS });
  return queue(work);
}
