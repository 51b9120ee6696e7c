import { eventDays } from '../../core/event/event-days.js';
import { exportedTalk } from './exported-talk.js';
import { findLanguage } from './language-names.js';
import { matchTalks } from './match-talks.js';
import { isEmptyChange, mergeTalk } from './merge-talk.js';
import { keepNumbers } from './keep-numbers.js';
import type { ParsedSchedule } from './parse-schedule.js';
import { problem, type ScheduleProblem } from './formats/problems.js';
import type { SourceTalk } from './formats/schedule.js';
import type { Seen, StoredSchedule, StoredTalk, TalkChange } from './stored-schedule.js';

/** The writes of an import, and its report. */
export interface MergedSchedule {
  readonly added: readonly SourceTalk[];
  readonly changed: readonly TalkChange[];
  /** Talks of an earlier import that the source no longer has. */
  readonly missing: readonly StoredTalk[];
  /** The new origin of each existing talk of the source. */
  readonly origins: readonly { readonly foreignId: string; readonly talkId: string; readonly seen: Seen }[];
  readonly counts: { readonly changed: number; readonly moved: number; readonly unchanged: number };
  readonly problems: readonly ScheduleProblem[];
}

/** What is compared of a file. */
export type ComparedSource = Omit<ParsedSchedule, 'understanding'>;

/** Compares a source with what is stored and with what it contained before. Pure: writes nothing. */
export function mergeSchedule(source: ComparedSource, stored: StoredSchedule, overwrite: boolean): MergedSchedule {
  const problems = [...source.problems];
  const { languages } = stored;
  const days = eventDays(stored);
  const zone = { timeZone: stored.timeZone };
  const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', ...zone });
  const period = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', ...zone }).formatRange(
    stored.startsAt * 1000,
    stored.endsAt * 1000,
  );
  /** @param startsAt of the write; undefined if it does not change */
  const isInEvent = ({ row }: SourceTalk, startsAt: number | undefined): boolean => {
    const isInside = startsAt === undefined || (startsAt >= days.begin && startsAt < days.end);
    if (!isInside) {
      const detail = `${inWords.format(startsAt * 1000)} (the event: ${period})`;
      problems.push(problem('TALK_OUTSIDE_EVENT', { row, field: 'start', detail }));
    }
    return isInside;
  };
  const talks = keepNumbers(source.talks, stored.origins);
  const gone = missingFrom({ ...source, talks }, stored);
  // An incomplete file may have them in another part.
  const orphans = new Set(source.isComplete ? gone.map(({ id }) => id) : []);
  problems.push(...languageProblems(talks, stored));
  const added: SourceTalk[] = [];
  const changed: TalkChange[] = [];
  const origins: { foreignId: string; talkId: string; seen: Seen }[] = [];
  const matched = new Set<string>();
  const counts = { changed: 0, moved: 0, unchanged: 0 };
  for (const { source: talk, stored: mine, origin } of matchTalks(talks, stored, orphans)) {
    if (!mine) {
      if (isInEvent(talk, talk.fields.startsAt)) added.push(talk);
      continue;
    }
    const pair = { stored: mine, exported: exportedTalk(mine, source.format, stored) };
    const merged = mergeTalk(talk, origin?.seen ?? null, pair, { languages, overwrite });
    matched.add(mine.id);
    if (!isInEvent(talk, merged.change.columns.startsAt)) continue;
    problems.push(...merged.problems);
    origins.push({ foreignId: talk.foreignId, talkId: mine.id, seen: merged.seen });
    counts[fateOf(merged.change)] += 1;
    if (!isEmptyChange(merged.change)) changed.push(merged.change);
  }
  const missing = gone.filter(({ id }) => !matched.has(id));
  return { added, changed, missing, origins, counts, problems };
}

/** The languages that are not stored. */
function languageProblems(talks: readonly SourceTalk[], { languages }: StoredSchedule): ScheduleProblem[] {
  const names = new Set(talks.map(({ fields }) => fields.language).filter((name) => name !== undefined));
  const unknown = new Set([...names].filter((name) => !findLanguage(name, languages)));
  return talks.flatMap(({ row, fields: { language } }) =>
    language !== undefined && unknown.has(language)
      ? [problem('LANGUAGE_UNKNOWN', { row, field: 'language', detail: language })]
      : [],
  );
}

/** A talk counts once: as moved if its time or room changes, whatever else does. */
function fateOf(change: TalkChange): 'changed' | 'moved' | 'unchanged' {
  if (isEmptyChange(change)) return 'unchanged';
  const { startsAt, durationMinutes, room } = change.columns;
  return startsAt === undefined && durationMinutes === undefined && room === undefined ? 'changed' : 'moved';
}

function missingFrom(
  { talks, rejected }: Pick<ParsedSchedule, 'talks' | 'rejected'>,
  stored: StoredSchedule,
): StoredTalk[] {
  const present = new Set([...rejected, ...talks.map(({ foreignId }) => foreignId)]);
  const gone = new Set(stored.origins.filter(({ foreignId }) => !present.has(foreignId)).map(({ talkId }) => talkId));
  return stored.talks.filter(({ id }) => gone.has(id));
}
