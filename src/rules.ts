import { fail } from './errors.js';

/** Who is asking, as far as rules need to know. `null` everywhere stands for an anonymous caller. */
export interface Viewer {
  readonly id: string;
  readonly isAdmin: boolean;
}

/**
 * How far somebody sees (decisions.md no. 13): `public` events, also those that they `host`, or `everything`.
 * What lies below an event is seen exactly as the event is.
 */
export type Sight = 'public' | 'hosted' | 'everything';

export function sightOf(viewer: Viewer | null): Sight {
  if (!viewer) return 'public';
  return viewer.isAdmin ? 'everything' : 'hosted';
}

/** Site administrators count as hosts everywhere (contract §2.6). */
export function isHost(viewer: Viewer | null, hostsTheEvent: boolean): boolean {
  return viewer !== null && (viewer.isAdmin || hostsTheEvent);
}

/** E-mail addresses are shown to their owner and to site administrators (contract §3.9). */
export function maySeeAccount(viewer: Viewer | null, userId: string): boolean {
  return viewer !== null && (viewer.isAdmin || viewer.id === userId);
}

/** @throws DomainError UNAUTHENTICATED when nobody is logged in */
export function requireViewer(viewer: Viewer | null): Viewer {
  if (!viewer) throw fail('UNAUTHENTICATED', 'LOGIN_REQUIRED');
  return viewer;
}

/** @throws DomainError UNAUTHENTICATED or FORBIDDEN: submissions that await approval are for site administrators */
export function requireAdminForPendingEvents(viewer: Viewer | null): void {
  if (!requireViewer(viewer).isAdmin) throw fail('FORBIDDEN', 'PENDING_EVENTS_ARE_FOR_ADMINS');
}
