import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { EventAttendee } from '../../database/entities/event.entity.js';
import { SpeakerClaim, TalkSpeaker } from '../../database/entities/talk.entity.js';
import { recordChange } from '../changes/record-change.js';
import { recordTalkChanges } from '../changes/record-talk-changes.js';
import { statementsOf } from '../transaction/transactions.js';
import { domainError } from '../errors.js';
import { isUniqueViolation } from '../../database/sql-state.js';
import { mayApproveClaim, mayAssignSpeaker, permit, requireViewer, type Membership, type Viewer } from '../rules.js';
import { insertOnce } from '../common/insert-once.js';
import { lockEvent, lockTalk } from '../common/locks.js';
import { validateSpeaker, unlinkedSpeaker, type SpeakerInput, type UnlinkedSpeaker } from './talk-speakers.js';
import { membershipOf, visibleEvent, visibleTalk } from '../common/visible-records.js';
import { claimMail, mailClaimToHosts, type ClaimedTalk } from './claim-mails.js';
import { foldName } from './speaker-names.js';

/** The outcome of a claim. */
export interface ClaimOutcome {
  readonly talkId: string;
  /** Whether the speaker name is linked to the account; otherwise the other side has yet to confirm. */
  readonly isLinked: boolean;
}

/**
 * Links a speaker name on a talk to an account once both sides agree: the speaker claims it, or a host assigns it, and
 * the other side confirms (the table of contract §3.5). A claim by another account, or another assignment, replaces an
 * assignment that the speaker has not confirmed (decisions no. 46).
 *
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED, CONFLICT, FORBIDDEN
 */
export async function claimSpeaker(context: Context, input: SpeakerInput): Promise<ClaimOutcome> {
  const viewer = requireViewer(context.viewer);
  const talk = await visibleTalk(context, input.talkId);
  const names = validateSpeaker(input);
  const [event, membership, waiting] = await Promise.all([
    visibleEvent(context, talk.eventId),
    membershipOf(context, talk.eventId, talk.id),
    context.reads.load('claimsOfEvent', talk.eventId),
  ]);
  // Confirmations are not limited: hosts confirm the claims of a whole conference in an afternoon.
  const answersClaim = waiting.some(
    ({ talkId, displayName, awaits, userId }) =>
      talkId === talk.id &&
      foldName(displayName) === foldName(names.name) &&
      (awaits === 'HOST' || userId === viewer.id),
  );
  if (!answersClaim) await context.limits.consume('claims_user', viewer.id);
  const claimed = { ...talk, eventName: event.name, speakerName: names.name };
  const isLinked = await context.transactions
    .withEntities(async (em) => {
      await lockEvent(em, talk.eventId);
      await lockTalk(em, talk.id);
      const speaker = await unlinkedSpeaker(em, talk.id, names);
      const step = speaker.claim === null ? begin : finish[speaker.claim.awaits];
      return step({ context, em, viewer, membership, talk: claimed, speaker });
    })
    .catch((error: unknown) => {
      // The account is already another speaker of the talk.
      throw isUniqueViolation(error, 'talk_speakers_user_key')
        ? domainError('CONFLICT', 'SPEAKER_ALREADY_LINKED')
        : error;
    });
  return { talkId: talk.id, isLinked };
}

interface Step {
  readonly context: Context;
  readonly em: EntityManager;
  readonly viewer: Viewer;
  readonly membership: Membership;
  readonly talk: ClaimedTalk;
  readonly speaker: UnlinkedSpeaker;
}

/** Records the claim of the first side. Returns, as all steps do, whether the account is linked now. */
async function begin({ context, em, viewer, membership, talk, speaker }: Step): Promise<boolean> {
  const isOwn = speaker.user.id === viewer.id;
  permit(isOwn || mayAssignSpeaker(viewer, membership), 'CLAIM_NEEDS_SPEAKER_OR_HOST');
  const now = new Date(context.now * 1000);
  const claimId = await em.insert(SpeakerClaim, {
    event: talk.eventId,
    talk: talk.id,
    speaker: speaker.id,
    user: speaker.user.id,
    submittedBy: viewer.id,
    createdAt: now,
    ...(isOwn ? { claimedAt: now } : { assignedAt: now }),
  });
  const { run } = statementsOf(em);
  await recordChange(run, { eventId: talk.eventId, talkId: talk.id, kind: 'claim.requested', recordId: claimId });
  if (isOwn) await mailClaimToHosts(context, em, talk, speaker.user, claimId);
  else await claimMail(context, em, 'talk_assigned', talk, speaker.user);
  return false;
}

/** Confirms a claim, by the side whose confirmation is missing. */
const finish: Readonly<Record<'HOST' | 'SPEAKER', (step: Step) => Promise<boolean>>> = {
  async HOST(step) {
    const { context, em, viewer, membership, talk, speaker } = step;
    const isClaimant = speaker.claim?.userId === viewer.id;
    permit(mayApproveClaim(viewer, membership), isClaimant ? 'CLAIM_ALREADY_PENDING' : 'CLAIM_NEEDS_HOST');
    await link(step);
    await claimMail(context, em, 'claim_approved', talk, speaker.user);
    return true;
  },
  async SPEAKER(step) {
    const { viewer, membership, speaker } = step;
    const isAssigned = speaker.claim?.userId === viewer.id;
    if (speaker.claim?.userId !== speaker.user.id) {
      const replaces = speaker.user.id === viewer.id || mayAssignSpeaker(viewer, membership);
      if (isAssigned && !replaces) throw domainError('CONFLICT', 'CLAIMED_BY_OTHER');
      permit(replaces, 'ASSIGNMENT_NEEDS_SPEAKER');
      await deleteAssignment(step);
      return begin(step);
    }
    permit(isAssigned, 'ASSIGNMENT_NEEDS_SPEAKER');
    await link(step);
    return true;
  },
};

async function deleteAssignment({ em, talk, speaker: { id, claim } }: Step): Promise<void> {
  if (!claim) return;
  await em.nativeDelete(SpeakerClaim, { speaker: id });
  const decided = { eventId: talk.eventId, talkId: talk.id, kind: 'claim.decided', recordId: claim.id } as const;
  await recordChange(statementsOf(em).run, decided);
}

/**
 * Links the speaker to the account, which attends the event, and deletes the obsolete claims (contract §3.5). The
 * printed name remains beside that of the account (decisions no. 46).
 */
async function link({ em, talk, speaker: { id, user, claim } }: Step): Promise<void> {
  if (claim?.userId !== user.id) throw domainError('CONFLICT', 'CLAIMED_BY_OTHER');
  await insertOnce(em, EventAttendee, { event: talk.eventId, user: user.id });
  const { run } = statementsOf(em);
  await recordChange(run, { eventId: talk.eventId, talkId: talk.id, kind: 'claim.decided', recordId: claim.id });
  await recordTalkChanges(run, { eventId: talk.eventId, talkIds: [talk.id] }, async () => {
    await em.nativeUpdate(TalkSpeaker, { id }, { user: user.id });
    await em.nativeDelete(SpeakerClaim, { talk: talk.id, $or: [{ speaker: id }, { user: user.id }] });
  });
}
