import { foldName, matchNames } from '../../core/talk/speaker-names.js';
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
 * Merges the speakers of a talk, one by one: by their identity in the source, else by name, which may be the printed one or
 * that of the account (decisions no. 46). Accounts and claims stay with their speakers, which an import neither links
 * nor deletes. Without `seen`, the source wins.
 *
 * @param overwrite whether names that both sides changed become those of the source
 */
export function mergeSpeakers(
  source: readonly SourceSpeaker[],
  seen: Seen['speakers'],
  stored: readonly StoredSpeaker[],
  overwrite: boolean,
): MergedSpeakers {
  const leftSeen = new Set(claimedFirst(seen ?? [], stored));
  const leftStored = new Map(stored.map((speaker) => [speaker.id, speaker]));
  const added: { name: string; at: number }[] = [];
  const renamed: { id: string; name: string }[] = [];
  const conflicts: string[] = [];
  const next: SeenSpeaker[] = [];
  for (const { speaker, before, mine } of matchStored(pairUp(source, leftSeen), leftStored)) {
    if (!before && !mine) added.push({ name: speaker.name, at: next.length });
    const renames = before && mine && before.name !== speaker.name && !namesOf(mine).includes(speaker.name);
    const isConflict = renames && !mine.isClaimed && !overwrite && !isNamed(mine, before.name);
    // A claim refers to the name as it is: the source may rename the speaker once it is decided.
    const stays = renames && (isConflict || mine.isClaimed);
    if (isConflict) conflicts.push(mine.name);
    if (renames && !stays) renamed.push({ id: mine.id, name: speaker.name });
    next.push({ name: stays ? before.name : speaker.name, id: speaker.id, speakerId: mine?.id ?? null });
  }
  const gone = seen ? takeStored(leftStored, leftSeen) : [...leftStored.values()];
  return {
    ...{ added, renamed, conflicts, seen: next },
    removed: gone.filter(({ isClaimed }) => !isClaimed).map(({ id }) => id),
    kept: gone.filter(({ isClaimed }) => isClaimed).map(({ name }) => name),
  };
}

/** If the source drops one of several namesakes, that is not the one with an account or a claim. */
function claimedFirst(seen: readonly SeenSpeaker[], stored: readonly StoredSpeaker[]): SeenSpeaker[] {
  const claimed = new Set(stored.filter(({ isClaimed }) => isClaimed).map(({ id }) => id));
  const rank = ({ speakerId }: SeenSpeaker) => (speakerId !== null && claimed.has(speakerId) ? 0 : 1);
  return [...seen].sort((one, other) => rank(one) - rank(other));
}

interface Pair {
  readonly speaker: SourceSpeaker;
  /** The last received state. */
  readonly before: SeenSpeaker | undefined;
}

/** What shows that two states are those of one speaker, the surest first. */
const identities: readonly ((speaker: SourceSpeaker) => string | null)[] = [
  ({ id }) => id,
  ({ name }) => name,
  ({ name }) => foldName(name),
];

/** Each speaker of the source with its last received state; removes those from `left`. Keeps the order of the source. */
function pairUp(source: readonly SourceSpeaker[], left: Set<SeenSpeaker>): Pair[] {
  const pairs = new Map<SourceSpeaker, SeenSpeaker>();
  for (const identityOf of identities) {
    const waiting = Map.groupBy(left, identityOf);
    for (const speaker of source) {
      const identity = pairs.has(speaker) ? null : identityOf(speaker);
      const match = identity === null ? undefined : waiting.get(identity)?.shift();
      if (!match) continue;
      pairs.set(speaker, match);
      left.delete(match);
    }
  }
  return source.map((speaker) => ({ speaker, before: pairs.get(speaker) }));
}

/** Adds the stored speaker of each pair, which leaves `left`: known IDs first, so that a namesake takes no one's place. */
function matchStored(pairs: readonly Pair[], left: Map<string, StoredSpeaker>) {
  const known = new Map(pairs.map((pair) => [pair, left.get(pair.before?.speakerId ?? '')]));
  for (const mine of known.values()) if (mine) left.delete(mine.id);
  const open = pairs.filter((pair) => !known.get(pair));
  const speakers = [...left.values()].sort((one, other) => Number(other.isClaimed) - Number(one.isClaimed));
  const places = matchNames(
    speakers.map((mine) => ({ mine, names: namesOf(mine) })),
    open.map(({ speaker }) => speaker.name),
  );
  for (const [{ mine }, place] of places) {
    left.delete(mine.id);
    known.set(open[place]!, mine);
  }
  return pairs.map((pair) => ({ ...pair, mine: known.get(pair) }));
}

/** Removes and returns the stored speakers of received states: those with their IDs, else those with their names. */
function takeStored(left: Map<string, StoredSpeaker>, seen: Iterable<SeenSpeaker>): StoredSpeaker[] {
  const named = new Map<string, StoredSpeaker[]>();
  for (const speaker of left.values()) {
    for (const name of new Set(namesOf(speaker).map(foldName))) named.set(name, [...(named.get(name) ?? []), speaker]);
  }
  return [...seen].flatMap(({ speakerId, name }) => {
    const mine = left.get(speakerId ?? '') ?? named.get(foldName(name))?.find(({ id }) => left.has(id));
    if (mine) left.delete(mine.id);
    return mine ?? [];
  });
}

const namesOf = ({ name, accountName }: StoredSpeaker): readonly string[] =>
  accountName === null ? [name] : [accountName, name];

const isNamed = (speaker: StoredSpeaker, name: string): boolean =>
  namesOf(speaker).some((known) => foldName(known) === foldName(name));
