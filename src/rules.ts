import { fail, type Reason } from './errors.js';

/** The application whose token is presented, as far as rules and comments need to know it. */
export interface CallingApplication {
  readonly id: string;
  /** Shown as the `source` of comments. */
  readonly name: string;
  /** Belongs to the service itself; only site administrators make one so (decisions.md no. 17). */
  readonly isFirstParty: boolean;
}

/** Who is asking, as far as rules need to know. `null` everywhere stands for an anonymous caller. */
export interface Viewer {
  readonly id: string;
  readonly isAdmin: boolean;
  readonly isTrusted: boolean;
  /** Null for tokens that belong to no application, such as those of the command line. */
  readonly application: CallingApplication | null;
}

/** What somebody is to an event, and to a talk where the question is about one. */
export interface Standing {
  readonly hosts: boolean;
  readonly speaks?: boolean;
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

/** Applications, their keys and their secrets are their owner's alone: site administrators do not see them either. */
export function ownsApplication(viewer: Viewer | null, ownerId: string | null): boolean {
  return viewer !== null && viewer.id === ownerId;
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

/** @throws DomainError FORBIDDEN with `reason` unless `allowed`, the answer of one of the predicates below */
export function permit(allowed: boolean, reason: Reason): void {
  if (!allowed) throw fail('FORBIDDEN', reason);
}

// One predicate for each permission of spec §5 and contract §2.6. Each is asked by the one verb that it is named for, so
// that a change of who may do it is a change of one line; the table of test/permissions covers them all.

/** Their submissions are approved at once (spec §3, decisions.md no. 19). */
export const needsNoApproval = (viewer: Viewer): boolean => viewer.isAdmin || viewer.isTrusted;

const hosts = (viewer: Viewer, standing: Standing): boolean => isHost(viewer, standing.hosts);
const hostsOrSpeaks = (viewer: Viewer, standing: Standing): boolean =>
  hosts(viewer, standing) || standing.speaks === true;

export const mayReplaceEvent = (viewer: Viewer, standing: Standing): boolean => hosts(viewer, standing);
export const mayReviewEvent = (viewer: Viewer): boolean => viewer.isAdmin;
export const mayAddHost = (viewer: Viewer, standing: Standing): boolean => hosts(viewer, standing);
export const mayRemoveHost = (viewer: Viewer, standing: Standing): boolean => hosts(viewer, standing);
export const maySetEventImage = (viewer: Viewer, standing: Standing): boolean => hosts(viewer, standing);
export const mayClearEventImages = (viewer: Viewer, standing: Standing): boolean => hosts(viewer, standing);

export const mayAddTrack = (viewer: Viewer, standing: Standing): boolean => hosts(viewer, standing);
export const mayReplaceTrack = (viewer: Viewer, standing: Standing): boolean => hosts(viewer, standing);
export const mayDeleteTrack = (viewer: Viewer, standing: Standing): boolean => hosts(viewer, standing);

export const mayAddTalk = (viewer: Viewer, standing: Standing): boolean => hosts(viewer, standing);
export const mayReplaceTalk = (viewer: Viewer, standing: Standing): boolean => hostsOrSpeaks(viewer, standing);
export const mayDeleteTalk = (viewer: Viewer, standing: Standing): boolean => hosts(viewer, standing);
export const mayAddTalkToTrack = (viewer: Viewer, standing: Standing): boolean => hostsOrSpeaks(viewer, standing);
export const mayRemoveTalkFromTrack = (viewer: Viewer, standing: Standing): boolean => hostsOrSpeaks(viewer, standing);
export const mayChangeTalkLinks = (viewer: Viewer, standing: Standing): boolean => hostsOrSpeaks(viewer, standing);

/** Contract §3.5: both sides link a name to an account; hosts speak for the event. */
export const mayApproveClaim = (viewer: Viewer, standing: Standing): boolean => hosts(viewer, standing);
export const mayAssignSpeaker = (viewer: Viewer, standing: Standing): boolean => hosts(viewer, standing);
export const mayRejectClaim = (viewer: Viewer, standing: Standing): boolean => hosts(viewer, standing);
export const mayUnlinkSpeaker = (viewer: Viewer, standing: Standing): boolean => hostsOrSpeaks(viewer, standing);

/** Decisions.md no. 15. */
export const maySeePrivateComment = (viewer: Viewer, standing: Standing, authorId: string | null): boolean =>
  hostsOrSpeaks(viewer, standing) || viewer.id === authorId;
export const mayEditComment = (viewer: Viewer, authorId: string | null): boolean => viewer.id === authorId;
/** Decisions.md no. 20. */
export const mayModerate = (viewer: Viewer, standing: Standing): boolean => hosts(viewer, standing);

export const mayEditUser = (viewer: Viewer, userId: string): boolean => maySeeAccount(viewer, userId);
export const mayDeleteUser = (viewer: Viewer): boolean => viewer.isAdmin;
export const mayTrustUsers = (viewer: Viewer): boolean => viewer.isAdmin;
export const mayDeleteCommentsOfUser = (viewer: Viewer): boolean => viewer.isAdmin;
/**
 * Accounts and tokens are edited through applications of the service itself alone (decisions.md no. 17), and with tokens
 * that an operator made on the command line.
 */
export const mayManageAccounts = (viewer: Viewer): boolean => viewer.application?.isFirstParty !== false;
