import { domainError, type Reason } from './errors.js';
import type { Scope } from './scopes.js';

/** The application of the presented token, with the properties that rules and comments need. */
export interface CallingApplication {
  readonly id: string;
  /** Shown as the `source` of comments; if null, the name of the service is shown. */
  readonly name: string | null;
  /** Belongs to the service itself; only site administrators grant this (decisions no. 17). */
  readonly isFirstParty: boolean;
}

/** The authenticated caller, with the properties that rules need. `null` always means an anonymous caller. */
export interface Viewer {
  readonly id: string;
  readonly isAdmin: boolean;
  readonly isTrusted: boolean;
  /** Null for tokens without an application, such as those created on the command line. */
  readonly application: CallingApplication | null;
  /** What the token permits; null: everything that the user and the application may. */
  readonly scopes: readonly Scope[] | null;
}

/** Whether the token of the viewer permits what a scope stands for. */
export const hasScope = ({ scopes }: Viewer, scope: Scope): boolean => scopes?.includes(scope) ?? true;

/**
 * Requires one of the scopes of an operation. Anonymous callers pass: the operation itself requires a login.
 *
 * @throws DomainError FORBIDDEN
 */
export function requireScope(viewer: Viewer | null, ...anyOf: readonly Scope[]): void {
  if (viewer && !anyOf.some((scope) => hasScope(viewer, scope))) throw domainError('FORBIDDEN', 'SCOPE_MISSING');
}

/** The viewer's membership in an event and, if the permission concerns one, in a talk. */
export interface Membership {
  readonly hosts: boolean;
  readonly speaks?: boolean;
}

/**
 * Visibility of events (decisions no. 13): `public` events, also events that the viewer hosts (`hosted`), or
 * `everything`. Children of an event inherit its visibility.
 */
export type Visibility = 'public' | 'hosted' | 'everything';

export function visibilityOf(viewer: Viewer | null): Visibility {
  if (!viewer) return 'public';
  return viewer.isAdmin ? 'everything' : 'hosted';
}

/** Site administrators count as hosts everywhere (contract §2.6). */
export function isHost(viewer: Viewer | null, hostsTheEvent: boolean): boolean {
  return viewer !== null && (viewer.isAdmin || hostsTheEvent);
}

/**
 * Whose decisions a viewer lists: those of hosted events, or those of all events for site administrators, who count as
 * hosts everywhere.
 */
export const listsAllDecisions = (viewer: Viewer): boolean => viewer.isAdmin;

/** Only the owner sees an application, its key and its secret; site administrators do not. */
export function ownsApplication(viewer: Viewer | null, ownerId: string | null): boolean {
  return viewer !== null && viewer.id === ownerId && managesAccounts(viewer);
}

/** E-mail addresses are visible to their owner and to site administrators (contract §3.9). */
export function maySeeAccount(viewer: Viewer | null, userId: string): boolean {
  return viewer !== null && (viewer.isAdmin || viewer.id === userId) && hasScope(viewer, 'account');
}

/** @throws DomainError UNAUTHENTICATED for an anonymous caller */
export function requireViewer(viewer: Viewer | null): Viewer {
  if (!viewer) throw domainError('UNAUTHENTICATED', 'LOGIN_REQUIRED');
  return viewer;
}

/** @throws DomainError UNAUTHENTICATED or FORBIDDEN: only site administrators may list pending submissions */
export function requireAdminForPendingEvents(viewer: Viewer | null): void {
  if (!requireViewer(viewer).isAdmin) throw domainError('FORBIDDEN', 'PENDING_EVENTS_ARE_FOR_ADMINS');
}

/** @throws DomainError FORBIDDEN with `reason` unless `allowed`, the result of one of the predicates below */
export function permit(allowed: boolean, reason: Reason): void {
  if (!allowed) throw domainError('FORBIDDEN', reason);
}

// One predicate per permission of spec §5 and contract §2.6. Only the command of the same name calls it, so that
// changing a permission changes one line. The table of test/permissions covers them all.

/** Submissions of these viewers are approved immediately (spec §3, decisions no. 19). */
export const needsNoApproval = (viewer: Viewer): boolean => viewer.isAdmin || viewer.isTrusted;

// Scopes limit the roles in which a token acts: with `speak` alone, the host of an event is only a speaker.
const hosts = (viewer: Viewer, membership: Membership): boolean =>
  isHost(viewer, membership.hosts) && hasScope(viewer, 'host');
const hostsOrSpeaks = (viewer: Viewer, membership: Membership): boolean =>
  hosts(viewer, membership) || (membership.speaks === true && hasScope(viewer, 'speak'));

export const mayReplaceEvent = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayReviewEvent = (viewer: Viewer): boolean => viewer.isAdmin;
/** Decisions no. 48. */
export const mayCancelEvent = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayReinstateEvent = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayWithdrawEvent = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayWithdrawFeedback = (viewer: Viewer): boolean => viewer.isAdmin;
export const mayDeleteEvent = (viewer: Viewer): boolean => viewer.isAdmin && hasScope(viewer, 'host');
export const mayAddHost = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayRemoveHost = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const maySetEventImage = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayImportSchedule = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayRenameRoom = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayClearEventImages = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);

export const mayAddTrack = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayReplaceTrack = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayDeleteTrack = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);

export const mayAddTalk = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayShiftProgramme = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayReplaceTalk = (viewer: Viewer, membership: Membership): boolean => hostsOrSpeaks(viewer, membership);
/** Excludes speakers: they may not change the time at which results are revealed (docs/feedback.md, Delayed results). */
export const mayMoveReveal = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayDeleteTalk = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayAddTalkToTrack = (viewer: Viewer, membership: Membership): boolean => hostsOrSpeaks(viewer, membership);
export const mayRemoveTalkFromTrack = (viewer: Viewer, membership: Membership): boolean =>
  hostsOrSpeaks(viewer, membership);
export const mayChangeTalkLinks = (viewer: Viewer, membership: Membership): boolean =>
  hostsOrSpeaks(viewer, membership);

/** Contract §3.5: linking a name to an account requires both sides; hosts represent the event. */
export const mayApproveClaim = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayAssignSpeaker = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayRejectClaim = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
/** Decisions no. 46. */
export const mayDeclineAssignment = (viewer: Viewer, assignedId: string): boolean =>
  viewer.id === assignedId && hasScope(viewer, 'speak');
export const mayUnlinkSpeaker = (viewer: Viewer, membership: Membership): boolean => hostsOrSpeaks(viewer, membership);

/** Decisions no. 15. */
export const maySeePrivateComment = (viewer: Viewer, membership: Membership, authorId: string | null): boolean =>
  isHost(viewer, membership.hosts) || membership.speaks === true || viewer.id === authorId;
export const mayEditComment = (viewer: Viewer, authorId: string | null): boolean => viewer.id === authorId;
/** Excludes hosts who speak at or claim the talk: they would learn who rated them (docs/feedback.md, Hidden names). */
export const mayDiscloseAuthor = (viewer: Viewer, membership: Membership): boolean =>
  hosts(viewer, membership) && membership.speaks !== true;
export const mayExportFeedback = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayExportTalkFeedback = (viewer: Viewer, membership: Membership): boolean =>
  hostsOrSpeaks(viewer, membership);
/** Excludes hosts and site administrators: only a speaker decides on sharing feedback on the talk. */
export const mayShareFeedback = (viewer: Viewer, membership: Membership): boolean =>
  membership.speaks === true && hasScope(viewer, 'speak');
export const maySetFeedbackPolicy = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
/** Webhooks for the changes of one event, and for those of all events. */
export const mayManageWebhooks = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);
export const mayManageSiteWebhooks = (viewer: Viewer): boolean => viewer.isAdmin && hasScope(viewer, 'host');
/** Decisions no. 20. */
export const mayModerate = (viewer: Viewer, membership: Membership): boolean => hosts(viewer, membership);

export const mayEditUser = (viewer: Viewer, userId: string): boolean => maySeeAccount(viewer, userId);
/** Decisions no. 35: the caller's own new address requires confirmation, even for an administrator. */
export const mayChangeEmailAtOnce = (viewer: Viewer, userId: string): boolean => viewer.isAdmin && viewer.id !== userId;
export const mayDeleteUser = (viewer: Viewer): boolean => viewer.isAdmin;
export const mayTrustUsers = (viewer: Viewer): boolean => viewer.isAdmin;
export const mayDeleteCommentsOfUser = (viewer: Viewer): boolean => viewer.isAdmin;
/**
 * Managing accounts, applications and tokens requires a first-party application (decisions no. 17) or a token that an
 * operator created on the command line.
 */
export const mayManageAccounts = (viewer: Viewer): boolean => viewer.application?.isFirstParty !== false;
/** Settings visible only to the user, not to site administrators. */
export const seesSettings = (viewer: Viewer | null, userId: string): boolean =>
  viewer?.id === userId && managesAccounts(viewer);
/** Tokens and grants reveal the applications and times of logins; applications have secrets. */
export const managesAccounts = (viewer: Viewer): boolean => mayManageAccounts(viewer) && hasScope(viewer, 'account');

/** @throws DomainError UNAUTHENTICATED, FORBIDDEN unless the viewer may manage accounts (decisions no. 17) */
export function requireAccountManager(caller: Viewer | null): Viewer {
  const viewer = requireViewer(caller);
  permit(mayManageAccounts(viewer), 'FIRST_PARTY_ONLY');
  requireScope(viewer, 'account');
  return viewer;
}
