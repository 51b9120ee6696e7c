import { fail, type Reason } from '../errors.js';
import { isHost, requireViewer } from '../rules.js';
import type { Reads } from './reads.js';

/** Whether the viewer may edit an event: as one of its hosts or as a site administrator. */
export async function viewerHosts(reads: Reads, eventId: string): Promise<boolean> {
  const { viewer } = reads.scope;
  if (!viewer) return false;
  return isHost(viewer, viewer.isAdmin || (await reads.load('viewerHosts', eventId)));
}

/** @throws DomainError UNAUTHENTICATED when nobody is logged in, FORBIDDEN with `reason` for anybody but the event's hosts */
export async function requireHost(reads: Reads, eventId: string, reason: Reason): Promise<void> {
  requireViewer(reads.scope.viewer);
  if (!(await viewerHosts(reads, eventId))) throw fail('FORBIDDEN', reason);
}
