import { callerOf } from '../adapters/limits/caller.js';
import { DomainError } from '../core/errors.js';
import type { Requests } from './create-context.js';
import { RETRY_AFTER_SECONDS } from './overloaded.js';
import type { UnsentBytes } from './unsent-bytes.js';

/** The same contexts, except for callers who do not read their responses: for them, it rejects with UNAVAILABLE. */
export const refusingCallers = (
  { contextOf, ...requests }: Requests,
  unsent: Pick<UnsentBytes, 'mayRefuse' | 'refuses'>,
): Requests => ({
  ...requests,
  async contextOf(request, requested) {
    const context = await contextOf(request, requested);
    if (unsent.mayRefuse() && unsent.refuses(callerOf(context.viewer, context.client.address)))
      throw new DomainError('UNAVAILABLE', [{ reason: 'OVERLOADED' }], { retryAfter: RETRY_AFTER_SECONDS });
    return context;
  },
});
