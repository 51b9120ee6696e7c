import { domainError, type Reason } from '../errors.js';
import { isHost, requireViewer } from '../rules.js';
import type { Reads } from './reads.js';

/** Whether the viewer is a host of the event or a site administrator, and so may edit it. */
export async function viewerHosts(reads: Reads, eventId: string): Promise<boolean> {
  const { viewer } = reads.scope;
  if (!viewer) return false;
  return isHost(viewer, viewer.isAdmin || (await reads.load('viewerHosts', eventId)));
}

/** @throws DomainError UNAUTHENTICATED for an anonymous caller, FORBIDDEN with `reason` for viewers other than hosts */
export async function requireHost(reads: Reads, eventId: string, reason: Reason): Promise<void> {
  requireViewer(reads.scope.viewer);
  if (!(await viewerHosts(reads, eventId))) throw domainError('FORBIDDEN', reason);
}
