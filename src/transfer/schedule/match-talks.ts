import { foldName } from '../../core/talk/speaker-names.js';
import { plainName } from './plain-text.js';
import type { SourceTalk } from './formats/schedule.js';
import type { Origin, StoredSchedule, StoredTalk } from './stored-schedule.js';

/** A talk of the source with the stored talk that it is, if any. */
export interface MatchedTalk {
  readonly source: SourceTalk;
  readonly stored: StoredTalk | undefined;
  readonly origin: Origin | undefined;
}

const key = (...parts: readonly unknown[]): string => JSON.stringify(parts);
const titleOf = (title: string): string => plainName(title).toLowerCase();

const sourceNames = ({ speakers = [] }: SourceTalk['fields']): string[] =>
  speakers.map(({ name }) => foldName(name)).sort();
const storedNames = (speakers: StoredTalk['speakers'], nameOf: NameOf): string[] =>
  speakers.map((speaker) => foldName(nameOf(speaker))).sort();

type NameOf = (speaker: StoredTalk['speakers'][number]) => string;
/** Our own export contains the names of accounts, the source of an earlier import the printed ones. */
const allNames: readonly NameOf[] = [({ accountName, name }) => accountName ?? name, ({ name }) => name];

interface Criterion {
  readonly ofSource: (talk: SourceTalk) => string | null;
  readonly ofStored: (talk: StoredTalk) => string | null;
}

const byGuid: Criterion = { ofSource: ({ guid }) => guid, ofStored: ({ guid }) => guid };
const byTitleAndStart: Criterion = {
  ofSource: ({ fields }) => key(titleOf(fields.title), fields.startsAt),
  ofStored: ({ title, startsAt }) => key(titleOf(title), startsAt),
};
const byTitleAndSpeakers = (nameOf: NameOf): Criterion => ({
  ofSource: ({ fields }) => key(titleOf(fields.title), sourceNames(fields)),
  ofStored: ({ title, speakers }) => key(titleOf(title), storedNames(speakers, nameOf)),
});
const byTitle: Criterion = {
  ofSource: ({ fields }) => titleOf(fields.title),
  ofStored: ({ title }) => titleOf(title),
};
const byStartAndSpeakers = (nameOf: NameOf): Criterion => ({
  ofSource: ({ fields }) => (fields.speakers?.length ? key(fields.startsAt, sourceNames(fields)) : null),
  ofStored: ({ startsAt, speakers }) => (speakers.length > 0 ? key(startsAt, storedNames(speakers, nameOf)) : null),
});

/** What identifies a talk on the first import from a source, in the order in which it is tried. */
const firstImport = [byGuid, byTitleAndStart, ...allNames.map(byTitleAndSpeakers), byTitle];
/** Also finds a talk with a new title or new speakers, in a source without IDs. */
const withoutIds = [...firstImport, ...allNames.map(byStartAndSpeakers)];

/** What identifies a talk of an earlier import whose identity in the source has changed. */
const changedId = [byTitleAndStart, ...allNames.map(byTitleAndSpeakers)];

/**
 * Finds the stored talk of each talk of the source: by its origin; else by GUID, or by what only one of each has.
 *
 * @param orphans IDs of talks that the source has no longer, unless under another identity
 */
export function matchTalks(
  source: readonly SourceTalk[],
  { talks, origins }: StoredSchedule,
  orphans: ReadonlySet<string>,
): MatchedTalk[] {
  const byId = new Map(talks.map((talk) => [talk.id, talk]));
  const byForeignId = new Map(origins.map((origin) => [origin.foreignId, origin]));
  const byTalk = new Map(origins.map((origin) => [origin.talkId, origin]));
  const hasIds = source.every(({ hasOwnId }) => hasOwnId);
  const matches = new Map<SourceTalk, StoredTalk>();
  for (const talk of source) {
    const stored = byId.get(byForeignId.get(talk.foreignId)?.talkId ?? '');
    if (stored) matches.set(talk, stored);
  }
  const taken = new Set(matches.values());
  const match = (candidates: readonly StoredTalk[], criteria: readonly Criterion[]): void => {
    const free = new Set(candidates.filter((talk) => !taken.has(talk)));
    for (const { ofSource, ofStored } of criteria) {
      const wanted = uniqueBy(
        source.filter((talk) => !matches.has(talk)),
        ofSource,
      );
      for (const [identity, stored] of uniqueBy([...free], ofStored)) {
        const talk = wanted.get(identity);
        if (!talk) continue;
        matches.set(talk, stored);
        taken.add(stored);
        free.delete(stored);
      }
    }
  };
  if (hasIds) {
    const others = talks.filter(({ id }) => !byTalk.has(id));
    const gone = talks.filter(({ id }) => orphans.has(id));
    match([...others, ...gone], [byGuid]);
    match(gone, changedId);
    match(others, firstImport);
  } else match(talks, withoutIds);
  return source.map((talk) => {
    const stored = matches.get(talk);
    return { source: talk, stored, origin: stored && byTalk.get(stored.id) };
  });
}

/** The items by their identity, without those that share one. */
function uniqueBy<Item>(items: readonly Item[], identityOf: (item: Item) => string | null): Map<string, Item> {
  const groups = Map.groupBy(items, identityOf);
  return new Map(
    [...groups].flatMap(([identity, [item, ...others]]) =>
      identity !== null && item && others.length === 0 ? [[identity, item]] : [],
    ),
  );
}
