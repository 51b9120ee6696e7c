import type { Context } from '../context.js';
import { TalkLink, type TalkLinkKind } from '../../database/entities/talk.entity.js';
import { domainError } from '../errors.js';
import { mayChangeTalkLinks, permit, requireViewer } from '../rules.js';
import { withinQuota } from '../event/pending-quota.js';
import { changeTalk, type TalkKeys } from './change-talk.js';
import { MAX_URL_LENGTH, Validation } from '../common/validation.js';
import { canonicalId, membershipOf, visibleEvent, visibleTalk } from '../common/visible-records.js';

/** Links to slides, recordings and code (contract §3.4, Media links). */

export interface TalkAndLink {
  readonly talkId: string;
  readonly linkId: string;
}

export interface LinkInput {
  readonly kind: TalkLinkKind;
  readonly url: string;
}

/**
 * Adds a link to a talk.
 *
 * @returns both IDs, in canonical form
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID
 */
export async function addTalkLink(
  context: Context,
  { talkId, ...input }: LinkInput & { readonly talkId: string },
): Promise<TalkAndLink> {
  requireViewer(context.viewer);
  const { id: talk, eventId: event } = await visibleTalk(context, talkId);
  await permitChange(context, event, talk);
  const fields = linkFields(input);
  const stored = await visibleEvent(context, event);
  const linkId = await context.transactions.withEntities((em) =>
    withinQuota(context, stored, em, () =>
      changeTalk(em, { event, talk }, () => em.insert(TalkLink, { event, talk, ...fields })),
    ),
  );
  return { talkId: talk, linkId };
}

/** Replaces a link. Otherwise as `addTalkLink`. */
export async function replaceTalkLink(
  context: Context,
  { talkId, linkId, ...input }: LinkInput & TalkAndLink,
): Promise<TalkAndLink> {
  const { keys, link: id } = await linkToChange(context, { talkId, linkId });
  const { talk } = keys;
  const fields = linkFields(input);
  const stored = await visibleEvent(context, keys.event);
  await context.transactions.withEntities((em) =>
    withinQuota(context, stored, em, () =>
      changeTalk(em, keys, async () => requireLink(await em.nativeUpdate(TalkLink, { id, talk }, fields))),
    ),
  );
  return { talkId: talk, linkId: id };
}

/**
 * Removes a link.
 *
 * @returns the ID of the talk
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN
 */
export async function deleteTalkLink(context: Context, which: TalkAndLink): Promise<string> {
  const { keys, link: id } = await linkToChange(context, which);
  const { talk } = keys;
  await context.transactions.withEntities((em) =>
    changeTalk(em, keys, async () => requireLink(await em.nativeDelete(TalkLink, { id, talk }))),
  );
  return talk;
}

/** The link may have been deleted concurrently. */
function requireLink(count: number): void {
  if (count === 0) throw domainError('NOT_FOUND', 'LINK_UNKNOWN');
}

/** Returns a link of a visible talk. @throws DomainError NOT_FOUND */
export async function linkOf({ reads }: Pick<Context, 'reads'>, { talkId, linkId }: TalkAndLink) {
  const known = canonicalId(linkId);
  const link = (await reads.load('linksOfTalk', talkId)).find(({ id }) => id === known);
  if (!link) throw domainError('NOT_FOUND', 'LINK_UNKNOWN');
  return link;
}

async function permitChange(context: Context, eventId: string, talkId: string): Promise<void> {
  const membership = await membershipOf(context, eventId, talkId);
  permit(mayChangeTalkLinks(requireViewer(context.viewer), membership), 'HOSTS_AND_SPEAKERS_ONLY');
}

async function linkToChange(
  context: Context,
  { talkId, linkId }: TalkAndLink,
): Promise<{ keys: TalkKeys; link: string }> {
  requireViewer(context.viewer);
  const { id: talk, eventId } = await visibleTalk(context, talkId);
  const { id: link } = await linkOf(context, { talkId: talk, linkId });
  await permitChange(context, eventId, talk);
  return { keys: { event: eventId, talk }, link };
}

function linkFields({ kind, url }: LinkInput): LinkInput {
  const validation = new Validation();
  const address = validation.url('url', url, MAX_URL_LENGTH);
  if (address === null) validation.add('FIELD_REQUIRED', 'url');
  validation.throwIfInvalid();
  return { kind, url: address ?? '' };
}
