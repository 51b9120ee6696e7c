import type { EntityManager } from '@mikro-orm/postgresql';
import { SpeakerClaim, TalkSpeaker } from '../../database/entities/talk.entity.js';
import { recordChange } from '../changes/record-change.js';
import type { Context } from '../context.js';
import { statementsOf } from '../transaction/transactions.js';
import type { TalkKeys } from './change-talk.js';
import { mailRemovedSpeakers, type TalkOfClaim } from './claim-mails.js';
import { isListed, matchNames, namesOf } from './speaker-names.js';

/** Adds speaker names that are not linked to an account. */
export async function addSpeakers(em: EntityManager, keys: TalkKeys, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await em.insertMany(
    TalkSpeaker,
    names.map((displayName) => ({ ...keys, displayName })),
  );
}

/**
 * Makes `listed` the complete list (contract §3.4): each name is that of one speaker. Speakers without an account take
 * over the form of their name. Those with an account stay while either name is listed (decisions no. 46); they and
 * claimants are notified if they are removed by another person. Lock the talk first.
 */
export async function replaceSpeakers(
  context: Context,
  em: EntityManager,
  talk: TalkOfClaim,
  listed: readonly string[],
): Promise<void> {
  const { removed, renamed, added } = compare(await storedSpeakers(em, talk.id), listed);
  for (const { id, displayName } of renamed) await em.nativeUpdate(TalkSpeaker, { id }, { displayName });
  const { run } = statementsOf(em);
  for (const { claim } of removed) {
    if (claim) {
      await recordChange(run, { eventId: talk.eventId, talkId: talk.id, kind: 'claim.decided', recordId: claim.id });
    }
  }
  await em.nativeDelete(TalkSpeaker, { id: { $in: removed.map(({ id }) => id) } });
  await mailRemovedSpeakers(context, em, talk, removed);
  await addSpeakers(em, { event: talk.eventId, talk: talk.id }, added);
}

type StoredSpeaker = Awaited<ReturnType<typeof storedSpeakers>>[number];

/** Linked speakers first, then those with a pending claim, then the others; each in the order of the talk. */
export async function storedSpeakers(em: EntityManager, talk: string) {
  const rows = await em.find(TalkSpeaker, { talk }, { populate: ['user'], orderBy: { id: 'asc' } });
  const claims = await em.find(SpeakerClaim, { talk }, { populate: ['user'] });
  const speakers = rows.map(({ id, displayName, user = null }) => {
    const claim = claims.find(({ speaker }) => speaker.id === id) ?? null;
    const claimant = claim?.claimedAt ? claim.user : null;
    return {
      id,
      displayName,
      names: namesOf(displayName, user),
      isLinked: user !== null,
      claim,
      account: user ?? claimant,
    };
  });
  const rank = ({ isLinked, claim }: (typeof speakers)[number]) => (isLinked ? 0 : claim ? 1 : 2);
  return speakers.sort((one, other) => rank(one) - rank(other));
}

function compare(stored: readonly StoredSpeaker[], listed: readonly string[]) {
  const places = matchNames(stored, listed);
  const taken = new Set(places.values());
  return {
    added: listed.filter((_, place) => !taken.has(place)),
    renamed: [...places].flatMap(([{ id, displayName: before, isLinked }, place]) => {
      const displayName = listed[place] ?? before;
      return isLinked || displayName === before ? [] : [{ id, displayName }];
    }),
    removed: stored.filter((speaker) => !places.has(speaker) && !(speaker.isLinked && isListed(speaker, listed))),
  };
}
