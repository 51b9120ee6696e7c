import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.js';
import { talkPage } from '../pages.js';
import { hostAddresses } from '../recipients.js';

/** The talk that a mail about a claim names. */
export interface ClaimedTalk {
  readonly id: string;
  readonly eventId: string;
  readonly title: string;
  readonly stub: string;
  readonly eventName: string;
  /** The name on the talk. */
  readonly speakerName: string;
}

/** Tells the side that has not said anything yet, or the account that somebody decided about (contract §3.12). */
export async function claimMail(
  { services, website }: Pick<Context, 'services' | 'website'>,
  em: EntityManager,
  kind: 'talk_claimed' | 'talk_assigned' | 'claim_approved' | 'claim_rejected',
  { eventId, title: talkTitle, eventName, speakerName, stub }: ClaimedTalk,
  user: { readonly email: string; readonly fullName: string },
): Promise<void> {
  const data = { talkTitle, eventName, speakerName, claimant: user.fullName, talkUrl: talkPage(website, stub) };
  const to = kind === 'talk_claimed' ? await hostAddresses(em, eventId) : user.email;
  await services.mail.queue(em, [{ kind, to, data }]);
}
