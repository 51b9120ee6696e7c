import type { Context } from '../context.js';
import { requireViewer } from '../rules.js';

/**
 * Counts a message that the viewer causes to be sent: a ping to a new URL or on request, or one sent again.
 *
 * @throws DomainError RATE_LIMITED
 */
export async function limitMessages({ viewer, limits }: Context): Promise<void> {
  const { id, isAdmin } = requireViewer(viewer);
  if (!isAdmin) await limits.consume('webhook_messages_user', id);
}
