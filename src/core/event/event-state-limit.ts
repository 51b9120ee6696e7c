import type { Context } from '../context.js';
import type { Viewer } from '../rules.js';

/**
 * Counts a change of an event's state, which all its hosts receive by mail: a host could send them hundreds by taking
 * it back in turn. Administrators clear away as many events as there are.
 *
 * @throws DomainError RATE_LIMITED
 */
export async function limitStateChanges({ limits }: Context, { id, isAdmin }: Viewer): Promise<void> {
  if (!isAdmin) await limits.consume('event_states_user', id);
}
