import type { EntityManager } from '@mikro-orm/postgresql';
import { SpeakerClaim, TalkSpeaker } from '../../database/entities/talk.entity.js';
import { domainError } from '../errors.js';
import { findUserNamed } from '../account/user-named.js';
import { Validation } from '../common/validation.js';
import { foldName } from './speaker-names.js';

/** A speaker name on a talk and an account, as either side of a claim gives them (contract §3.5). */
export interface SpeakerInput {
  readonly talkId: string;
  /** The speaker name on the talk. */
  readonly speakerName: string;
  readonly username: string;
}

/**
 * @returns both, trimmed (contract §1.4)
 * @throws DomainError INVALID if one is blank
 */
export function validateSpeaker({ speakerName, username }: SpeakerInput): { name: string; username: string } {
  const names = { name: speakerName.trim(), username: username.trim() };
  const validation = new Validation();
  if (names.name === '') validation.add('FIELD_REQUIRED', 'speakerName');
  if (names.username === '') validation.add('FIELD_REQUIRED', 'username');
  validation.throwIfInvalid();
  return names;
}

/** A speaker name without an account, the account to link, and the pending claim, if any. */
export interface UnlinkedSpeaker {
  readonly id: string;
  readonly user: { readonly id: string; readonly email: string; readonly fullName: string };
  readonly claim: {
    readonly id: string;
    readonly userId: string;
    /** The side whose confirmation is missing. */
    readonly awaits: 'HOST' | 'SPEAKER';
  } | null;
}

/**
 * Finds the speaker and the account by name, in the order of contract §3.5: by the exact name, else in any form of it. If speakers share a name, the one claimed by the account takes precedence over an unclaimed one, and that over one that
 * a host has assigned to another account.
 *
 * @param em in a transaction that has locked the talk
 * @throws DomainError CONFLICT, NOT_FOUND
 */
export async function unlinkedSpeaker(
  em: EntityManager,
  talkId: string,
  { name, username }: { readonly name: string; readonly username: string },
): Promise<UnlinkedSpeaker> {
  const speakers = await em.find(TalkSpeaker, { talk: talkId }, { populate: ['user'], orderBy: { id: 'asc' } });
  const shown = ({ displayName, user }: (typeof speakers)[number]) => (user?.isActive ? user.fullName : displayName);
  const equal = speakers.filter((speaker) => shown(speaker) === name);
  const named = equal.length > 0 ? equal : speakers.filter((speaker) => foldName(shown(speaker)) === foldName(name));
  const free = named.filter(({ user }) => !user);
  if (named.length === 0) throw domainError('CONFLICT', 'SPEAKER_NAME_UNKNOWN');
  if (free.length === 0) throw domainError('CONFLICT', 'SPEAKER_ALREADY_LINKED');

  const user = await findUserNamed(em, username);
  if (!user) throw domainError('NOT_FOUND', 'USER_UNKNOWN');

  const claims = await em.find(SpeakerClaim, { speaker: free.map(({ id }) => id) }, { orderBy: { id: 'asc' } });
  const claimOf = (speaker: string) => claims.find((claim) => claim.speaker.id === speaker) ?? null;
  const ids = free.map(({ id }) => id);
  const id =
    ids.find((speaker) => claimOf(speaker)?.user.id === user.id) ??
    ids.find((speaker) => !claimOf(speaker)) ??
    ids.find((speaker) => claimOf(speaker)?.assignedAt) ??
    ids[0];
  if (id === undefined) throw domainError('CONFLICT', 'SPEAKER_NAME_UNKNOWN');
  const claim = claimOf(id);
  return {
    id,
    user,
    claim: claim && { id: claim.id, userId: claim.user.id, awaits: claim.claimedAt ? 'HOST' : 'SPEAKER' },
  };
}
