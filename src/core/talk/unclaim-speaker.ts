import type { Context } from '../context.js';
import { SpeakerClaim, TalkSpeaker } from '../../database/entities/talk.entity.js';
import { domainError } from '../errors.js';
import { mayRejectClaim, mayUnlinkSpeaker, permit, requireViewer } from '../rules.js';
import { recordChange } from '../changes/record-change.js';
import { statementsOf } from '../transaction/transactions.js';
import { changeTalk } from './change-talk.js';
import { claimMail } from './claim-speaker.js';
import { lockEvent, lockTalk } from '../common/locks.js';
import { validateSpeaker, unlinkedSpeaker, type SpeakerInput } from './talk-speakers.js';
import { canonicalId, membershipOf, visibleEvent, visibleTalk } from '../common/visible-records.js';

/**
 * Rejects a speaker's claim and notifies the speaker, or withdraws a host's assignment (contract §3.5).
 *
 * @returns the ID of the talk
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID, CONFLICT
 */
export async function rejectSpeakerClaim(context: Context, input: SpeakerInput): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const talk = await visibleTalk(context, input.talkId);
  permit(mayRejectClaim(viewer, await membershipOf(context, talk.eventId)), 'HOSTS_ONLY');
  const names = validateSpeaker(input);
  const event = await visibleEvent(context, talk.eventId);
  await context.transactions.withEntities(async (em) => {
    await lockEvent(em, talk.eventId);
    await lockTalk(em, talk.id);
    const { id, user, claim } = await unlinkedSpeaker(em, talk.id, names);
    if (claim?.userId !== user.id) throw domainError('NOT_FOUND', 'CLAIM_UNKNOWN');
    await em.nativeDelete(SpeakerClaim, { speaker: id });
    const decided = { eventId: talk.eventId, talkId: talk.id, kind: 'claim.decided', recordId: claim.id } as const;
    await recordChange(statementsOf(em).run, decided);
    if (claim.awaits === 'HOST') {
      await claimMail(context, em, 'claim_rejected', { ...talk, eventName: event.name, speakerName: names.name }, user);
    }
  });
  return talk.id;
}

export interface UnlinkInput {
  readonly talkId: string;
  readonly userId: string;
}

/**
 * Unlinks an account from a talk: the name remains, and can be claimed again (contract §3.5).
 *
 * @returns the ID of the talk
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN
 */
export async function unlinkSpeaker(context: Context, input: UnlinkInput): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const talk = await visibleTalk(context, input.talkId);
  const user = canonicalId(input.userId);
  const speakers = await context.reads.load('speakersOfTalk', talk.id);
  if (user === null || !speakers.some(({ userId }) => userId === user)) throw domainError('NOT_FOUND', 'NOT_A_SPEAKER');
  permit(mayUnlinkSpeaker(viewer, await membershipOf(context, talk.eventId, talk.id)), 'HOSTS_AND_SPEAKERS_ONLY');
  await context.transactions.withEntities((em) =>
    changeTalk(em, { event: talk.eventId, talk: talk.id }, async () => {
      await em.nativeDelete(SpeakerClaim, { talk: talk.id, speaker: { user } });
      const unlinked = await em.nativeUpdate(TalkSpeaker, { talk: talk.id, user }, { user: null });
      if (unlinked === 0) throw domainError('NOT_FOUND', 'NOT_A_SPEAKER');
    }),
  );
  return talk.id;
}
