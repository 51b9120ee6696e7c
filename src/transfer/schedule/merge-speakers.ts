import type { SourceSpeaker } from './formats/schedule.js';
import type { Seen, SeenSpeaker, SpeakerChanges, StoredSpeaker } from './stored-schedule.js';

export interface MergedSpeakers extends SpeakerChanges {
  readonly seen: readonly SeenSpeaker[];
  /** Names of speakers that the source removed, but that stay because of an account or a claim. */
  readonly kept: readonly string[];
  /** Names that the source and a host changed to different ones. */
  readonly conflicts: readonly string[];
}

/**
 * Merges the speakers of a talk, one by one: by their identity in the source, else by name. Accounts and claims stay with
 * their speakers, which an import neither links nor deletes. Without `seen`, the source wins.
 *
 * @param overwrite whether names that both sides changed become those of the source
 */
export function mergeSpeakers(
  source: readonly SourceSpeaker[],
  seen: Seen['speakers'],
  stored: readonly StoredSpeaker[],
  overwrite: boolean,
): MergedSpeakers {
  const leftSeen = new Set(seen);
  const leftStored = new Map(stored.map((speaker) => [speaker.id, speaker]));
  const added: { name: string; at: number }[] = [];
  const renamed: { id: string; name: string }[] = [];
  const conflicts: string[] = [];
  const next: SeenSpeaker[] = [];
  // Matches those with a known identity first, so that a namesake does not take their place.
  for (const { speaker, before } of pairUp(source, leftSeen)) {
    const mine = (before?.speakerId && leftStored.get(before.speakerId)) || byName(leftStored, speaker.name);
    if (mine) leftStored.delete(mine.id);
    if (!before && !mine) added.push({ name: speaker.name, at: next.length });
    const renames = before && mine && before.name !== speaker.name && !namesOf(mine).includes(speaker.name);
    const isConflict = renames && !mine.isClaimed && !overwrite && !namesOf(mine).includes(before.name);
    // A claim refers to the name as it is: the source may rename the speaker once it is decided.
    const stays = renames && (isConflict || mine.isClaimed);
    if (isConflict) conflicts.push(mine.name);
    if (renames && !stays) renamed.push({ id: mine.id, name: speaker.name });
    next.push({ name: stays ? before.name : speaker.name, id: speaker.id, speakerId: mine?.id ?? null });
  }
  const gone = seen
    ? [...leftSeen].map(({ speakerId, name }) => leftStored.get(speakerId ?? '') ?? byName(leftStored, name))
    : [...leftStored.values()];
  const leaving = gone.filter((speaker) => speaker !== undefined);
  return {
    ...{ added, renamed, conflicts, seen: next },
    removed: leaving.filter(({ isClaimed }) => !isClaimed).map(({ id }) => id),
    kept: leaving.filter(({ isClaimed }) => isClaimed).map(({ name }) => name),
  };
}

/** Each speaker of the source with its last received state; removes those from `left`. Keeps the order of the source. */
function pairUp(source: readonly SourceSpeaker[], left: Set<SeenSpeaker>) {
  const pairs = new Map<SourceSpeaker, SeenSpeaker>();
  const take = (matches: (speaker: SourceSpeaker, seen: SeenSpeaker) => boolean): void => {
    for (const speaker of source) {
      const match = pairs.has(speaker) ? undefined : [...left].find((seen) => matches(speaker, seen));
      if (!match) continue;
      pairs.set(speaker, match);
      left.delete(match);
    }
  };
  take(({ id }, seen) => id !== null && seen.id === id);
  take(({ name }, seen) => seen.name === name);
  return source.map((speaker) => ({ speaker, before: pairs.get(speaker) }));
}

const namesOf = ({ name, accountName }: StoredSpeaker): readonly string[] =>
  accountName === null ? [name] : [accountName, name];

const byName = (speakers: ReadonlyMap<string, StoredSpeaker>, name: string): StoredSpeaker | undefined =>
  [...speakers.values()].find((speaker) => namesOf(speaker).includes(name));
