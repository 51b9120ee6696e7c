import type { Context } from '../context.js';
import { SpeakerClaim, TalkSpeaker } from '../../database/entities/talk.entity.js';
import { domainError } from '../errors.js';
import { mayDeclineAssignment, mayRejectClaim, mayUnlinkSpeaker, permit, requireViewer } from '../rules.js';
import { recordChange } from '../changes/record-change.js';
import { statementsOf } from '../transaction/transactions.js';
import { changeTalk } from './change-talk.js';
import { claimMail, mailDeclinedToHosts, mailRemovedSpeakers } from './claim-mails.js';
import { lockEvent, lockTalk } from '../common/locks.js';
import { validateSpeaker, unlinkedSpeaker, type SpeakerInput } from './talk-speakers.js';
import { canonicalId, membershipOf, visibleEvent, visibleTalk } from '../common/visible-records.js';

/**
 * Rejects a speaker's claim and notifies the speaker, or withdraws a host's assignment (contract §3.5). The account of
 * an assignment declines it, which notifies the hosts (decisions no. 46).
 *
 * @returns the ID of the talk
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID, CONFLICT
 */
export async function rejectSpeakerClaim(context: Context, input: SpeakerInput): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const talk = await visibleTalk(context, input.talkId);
  const [membership, waiting] = await Promise.all([
    membershipOf(context, talk.eventId),
    context.reads.load('claimsOfEvent', talk.eventId),
  ]);
  const rejects = mayRejectClaim(viewer, membership);
  const assigned = waiting.filter(({ talkId, awaits }) => talkId === talk.id && awaits === 'SPEAKER');
  permit(rejects || assigned.some(({ userId }) => mayDeclineAssignment(viewer, userId)), 'HOSTS_ONLY');
  const names = validateSpeaker(input);
  const event = await visibleEvent(context, talk.eventId);
  await context.transactions.withEntities(async (em) => {
    await lockEvent(em, talk.eventId);
    await lockTalk(em, talk.id);
    const { id, user, claim } = await unlinkedSpeaker(em, talk.id, names);
    const declines = claim?.awaits !== 'HOST' && mayDeclineAssignment(viewer, user.id);
    permit(rejects || declines, 'HOSTS_ONLY');
    if (claim?.userId !== user.id) throw domainError('NOT_FOUND', 'CLAIM_UNKNOWN');
    await em.nativeDelete(SpeakerClaim, { speaker: id });
    const decided = { eventId: talk.eventId, talkId: talk.id, kind: 'claim.decided', recordId: claim.id } as const;
    await recordChange(statementsOf(em).run, decided);
    const claimed = { ...talk, eventName: event.name, speakerName: names.name };
    if (claim.awaits === 'HOST') await claimMail(context, em, 'claim_rejected', claimed, user);
    else if (declines) await mailDeclinedToHosts(context, em, claimed, user);
  });
  return talk.id;
}

export interface UnlinkInput {
  readonly talkId: string;
  readonly userId: string;
}

/**
 * Unlinks an account from a talk: the printed name remains, and can be claimed again (contract §3.5). The owner of the
 * account is notified unless they are the viewer.
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
  const { name: eventName } = await visibleEvent(context, talk.eventId);
  await context.transactions.withEntities((em) =>
    changeTalk(em, { event: talk.eventId, talk: talk.id }, async () => {
      const linked = await em.findOne(TalkSpeaker, { talk: talk.id, user }, { populate: ['user'] });
      if (!linked) throw domainError('NOT_FOUND', 'NOT_A_SPEAKER');
      const { id, displayName, user: account = null } = linked;
      await em.nativeDelete(SpeakerClaim, { speaker: id });
      await em.nativeUpdate(TalkSpeaker, { id }, { user: null });
      await mailRemovedSpeakers(context, em, { ...talk, eventName }, [{ displayName, isLinked: true, account }]);
    }),
  );
  return talk.id;
}
