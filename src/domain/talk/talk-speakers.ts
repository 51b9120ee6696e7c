import type { EntityManager } from '@mikro-orm/postgresql';
import { SpeakerClaim } from '../../entities/speaker-claim.entity.js';
import { TalkSpeaker } from '../../entities/talk-speaker.entity.js';
import { fail } from '../../errors.js';
import { findUserNamed } from '../account/user-named.js';

/** A name on a talk and an account, as both sides of a claim give them (contract §3.5). */
export interface SpeakerInput {
  readonly talkId: string;
  /** The name on the talk. */
  readonly speakerName: string;
  readonly username: string;
}

/** @returns both, trimmed (contract §1.4) @throws DomainError INVALID where one says nothing */
export function givenSpeaker({ speakerName, username }: SpeakerInput): { name: string; username: string } {
  const given = { name: speakerName.trim(), username: username.trim() };
  if (given.name === '') throw fail('INVALID', 'FIELD_REQUIRED', 'speakerName');
  if (given.username === '') throw fail('INVALID', 'FIELD_REQUIRED', 'username');
  return given;
}

/** A name on a talk that nobody has been linked to yet, the account that is to be, and the claim that waits, if any. */
export interface UnlinkedSpeaker {
  readonly id: string;
  readonly user: { readonly id: string; readonly email: string; readonly fullName: string };
  readonly claim: {
    readonly userId: string;
    /** Whose confirmation is missing. */
    readonly awaits: 'HOST' | 'SPEAKER';
  } | null;
}

/**
 * Looks up what is named, in the order of contract §3.5. Two speakers may have one name: the one that the account has a
 * claim to comes before one that nobody has claimed.
 *
 * @param em in a transaction that holds the talk
 * @throws DomainError CONFLICT, NOT_FOUND
 */
export async function unlinkedSpeaker(
  em: EntityManager,
  talkId: string,
  { name, username }: { readonly name: string; readonly username: string },
): Promise<UnlinkedSpeaker> {
  const speakers = await em.find(TalkSpeaker, { talk: talkId }, { populate: ['user'], orderBy: { id: 'asc' } });
  const named = speakers.filter(({ displayName, user }) => (user?.isActive ? user.fullName : displayName) === name);
  const free = named.filter(({ user }) => !user);
  if (named.length === 0) throw fail('CONFLICT', 'SPEAKER_NAME_UNKNOWN');
  if (free.length === 0) throw fail('CONFLICT', 'SPEAKER_ALREADY_LINKED');

  const user = await findUserNamed(em, username);
  if (!user) throw fail('NOT_FOUND', 'USER_UNKNOWN');

  const claims = await em.find(SpeakerClaim, { speaker: free.map(({ id }) => id) }, { orderBy: { id: 'asc' } });
  const claimOf = (speaker: string) => claims.find((claim) => claim.speaker.id === speaker) ?? null;
  const ids = free.map(({ id }) => id);
  const id =
    ids.find((speaker) => claimOf(speaker)?.user.id === user.id) ?? ids.find((speaker) => !claimOf(speaker)) ?? ids[0];
  if (id === undefined) throw fail('CONFLICT', 'SPEAKER_NAME_UNKNOWN');
  const claim = claimOf(id);
  return {
    id,
    user,
    claim: claim && { userId: claim.user.id, awaits: claim.claimedAt ? 'HOST' : 'SPEAKER' },
  };
}
