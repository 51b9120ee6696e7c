import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { hostAddresses } from '../common/recipients.js';

/** Talk data of a mail about a claim. */
export interface TalkOfClaim {
  readonly id: string;
  readonly eventId: string;
  readonly title: string;
  readonly stub: string;
  readonly eventName: string;
}

/** A talk with the speaker name of the claim. */
export interface ClaimedTalk extends TalkOfClaim {
  /** The speaker name on the talk. */
  readonly speakerName: string;
}

type ClaimMailContext = Pick<Context, 'services' | 'pages' | 'origin'>;

/** The account in a claim. */
interface Claimant {
  readonly email: string;
  readonly fullName: string;
}

/** Asks the hosts to decide a claim (contract §3.12). */
export async function mailClaimToHosts(
  { services, pages, origin }: ClaimMailContext,
  em: EntityManager,
  talk: ClaimedTalk,
  { fullName: claimant }: Claimant,
  claimId: string,
): Promise<void> {
  const data = { ...mailDataOf(talk), claimant, talkUrl: pages.claimTask(claimId, talk.stub) };
  const to = await hostAddresses(em, talk.eventId);
  await services.mail.queue(em, [{ kind: 'talk_claimed', origin, to, data }]);
}

/** Notifies the hosts that the account of an assignment is not that of the speaker. */
export async function mailDeclinedToHosts(
  { services, pages, origin }: ClaimMailContext,
  em: EntityManager,
  talk: ClaimedTalk,
  { fullName: assigned }: Claimant,
): Promise<void> {
  const data = { ...mailDataOf(talk), assigned, talkUrl: pages.talk(talk.stub) };
  const to = await hostAddresses(em, talk.eventId);
  await services.mail.queue(em, [{ kind: 'assignment_declined', origin, to, data }]);
}

/** Notifies the account that a host has assigned, or whose claim was decided (contract §3.12). */
export async function claimMail(
  { services, pages, origin }: ClaimMailContext,
  em: EntityManager,
  kind: 'talk_assigned' | 'claim_approved' | 'claim_rejected',
  talk: ClaimedTalk,
  { email: to }: Pick<Claimant, 'email'>,
): Promise<void> {
  const data = { ...mailDataOf(talk), talkUrl: pages.talk(talk.stub) };
  await services.mail.queue(em, [{ kind, origin, to, data }]);
}

/** A speaker who is no longer linked to a talk. */
interface RemovedSpeaker {
  readonly displayName: string;
  /** Whether the account was linked; otherwise its claim awaited approval. */
  readonly isLinked: boolean;
  /** The linked account or the claimant; null if there is none. */
  readonly account: { readonly id: string; readonly email: string; readonly isActive: boolean } | null;
}

/**
 * Notifies speakers and claimants that another person has removed them from a talk.
 *
 * @param talkUrl where they find the hosts: by default the page of the talk
 */
export async function mailRemovedSpeakers(
  { services, pages, origin, viewer }: ClaimMailContext & Pick<Context, 'viewer'>,
  em: EntityManager,
  talk: TalkOfClaim,
  removed: readonly RemovedSpeaker[],
  talkUrl = pages.talk(talk.stub),
): Promise<void> {
  const letters = removed.flatMap(({ displayName: speakerName, isLinked, account }) => {
    if (!account?.isActive || account.id === viewer?.id) return [];
    const data = { ...mailDataOf({ ...talk, speakerName }), isPending: !isLinked, talkUrl };
    return [{ kind: 'speaker_removed' as const, origin, to: account.email, data }];
  });
  await services.mail.queue(em, letters);
}

const mailDataOf = ({ title: talkTitle, eventName, speakerName }: ClaimedTalk) => ({
  talkTitle,
  eventName,
  speakerName,
});
