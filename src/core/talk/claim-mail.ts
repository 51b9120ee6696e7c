import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { talkPageUrl } from '../common/page-urls.js';
import { hostAddresses } from '../common/recipients.js';

/** Talk data of a mail about a claim. */
export interface ClaimedTalk {
  readonly id: string;
  readonly eventId: string;
  readonly title: string;
  readonly stub: string;
  readonly eventName: string;
  /** The speaker name on the talk. */
  readonly speakerName: string;
}

/** Notifies the side whose confirmation is missing, or the account whose claim was decided (contract §3.12). */
export async function claimMail(
  { services, website }: Pick<Context, 'services' | 'website'>,
  em: EntityManager,
  kind: 'talk_claimed' | 'talk_assigned' | 'claim_approved' | 'claim_rejected',
  { eventId, title: talkTitle, eventName, speakerName, stub }: ClaimedTalk,
  user: { readonly email: string; readonly fullName: string },
): Promise<void> {
  const data = { talkTitle, eventName, speakerName, claimant: user.fullName, talkUrl: talkPageUrl(website, stub) };
  const to = kind === 'talk_claimed' ? await hostAddresses(em, eventId) : user.email;
  await services.mail.queue(em, [{ kind, to, data }]);
}
