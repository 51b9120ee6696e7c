import { findLanguage } from './language-names.js';
import { mergeSpeakers } from './merge-speakers.js';
import { areEqualTexts, isDigested, type ComparedText } from './plain-text.js';
import { problem, type ScheduleProblem } from './formats/problems.js';
import type { SourceFields, SourceLink, SourceTalk } from './formats/schedule.js';
import type { Seen, StoredLanguage, StoredTalk, TalkChange, TalkColumns } from './stored-schedule.js';

/** Fields with one value, and the column of each. */
const scalars = {
  title: 'title',
  description: 'description',
  startsAt: 'startsAt',
  durationMinutes: 'durationMinutes',
  type: 'type',
  language: 'languageId',
  room: 'room',
} as const satisfies Partial<Record<keyof SourceFields, keyof TalkColumns>>;
type Scalar = keyof typeof scalars;
const scalarNames = Object.keys(scalars) as Scalar[];

export interface MergeOptions {
  readonly languages: readonly StoredLanguage[];
  /** Whether the source wins where both sides have changed a value. */
  readonly overwrite: boolean;
}

export interface MergedTalk {
  readonly change: TalkChange;
  readonly seen: Seen;
  readonly problems: readonly ScheduleProblem[];
}

/**
 * Merges one talk in three ways: a value is written only if the source has changed it since the last import, so that
 * corrections by hosts survive. If both sides have changed it, the stored value stays and the problem is reported again
 * at each import, until the values agree or the source is allowed to overwrite.
 *
 * @param seen values last received; null if the talk has never been imported from this source
 * @param exported the talk as our own export states it: what a first import compares the source with
 */
export function mergeTalk(
  { row, fields }: SourceTalk,
  seen: Seen | null,
  { stored, exported }: { readonly stored: StoredTalk; readonly exported: Seen },
  { languages, overwrite }: MergeOptions,
): MergedTalk {
  const problems: ScheduleProblem[] = [];
  const columns: Partial<Record<keyof TalkColumns, unknown>> = {};
  const next: Record<string, unknown> = { ...seen };
  const toColumn = (name: Scalar, value: unknown): unknown =>
    name === 'language' ? findLanguage(String(value), languages)?.id : value;
  for (const name of scalarNames) {
    const now = fields[name];
    if (now === undefined) continue;
    const isKnown = seen !== null && seen[name] !== undefined;
    const base = isKnown ? seen[name] : exported[name];
    next[name] = now;
    const target = toColumn(name, now);
    const ours = stored[scalars[name]];
    if (areEqual(base, now) || target === undefined || areEqual(ours, target)) continue;
    if (isKnown && !overwrite && !areEqual(ours, toColumn(name, base))) {
      next[name] = base;
      problems.push(
        problem('BOTH_CHANGED', { row, field: name, detail: isDigested(ours) ? ours.beginning : String(ours) }),
      );
    } else columns[scalars[name]] = target;
  }
  const speakers = mergeSpeakersOf(fields, seen, stored, overwrite);
  if (fields.speakers) next['speakers'] = speakers.seen;
  for (const name of speakers.kept) problems.push(problem('SPEAKER_KEPT', { row, field: 'speakers', detail: name }));
  for (const name of speakers.conflicts)
    problems.push(problem('BOTH_CHANGED', { row, field: 'speakers', detail: name }));
  if (fields.tracks) next['tracks'] = fields.tracks;
  if (fields.links) next['links'] = fields.links;
  return {
    problems,
    seen: next,
    change: {
      talkId: stored.id,
      columns: columns as Partial<TalkColumns>,
      tracks: mergeTracks(fields, seen?.tracks, { stored, exported }),
      speakers,
      links: mergeLinks(fields, seen?.links, stored),
    },
  };
}

/** Compares texts by what an export can represent. */
const areEqual = (one: unknown, other: unknown): boolean =>
  one === other || (isText(one) && isText(other) && areEqualTexts(one, other));

const isText = (value: unknown): value is ComparedText => typeof value === 'string' || isDigested(value);

const UNCHANGED = { added: [], renamed: [], removed: [], kept: [], conflicts: [], seen: [] } as const;

function mergeSpeakersOf({ speakers }: SourceFields, seen: Seen | null, stored: StoredTalk, overwrite: boolean) {
  return speakers ? mergeSpeakers(speakers, seen?.speakers, stored.speakers, overwrite) : UNCHANGED;
}

export const trackKey = (name: string): string => name.trim().toLowerCase();

/** Adds and removes what the source did since the last import. Without one, the list becomes that of the source. */
function mergeTracks(
  { tracks }: SourceFields,
  seen: Seen['tracks'],
  { stored, exported }: { readonly stored: StoredTalk; readonly exported: Seen },
): TalkChange['tracks'] {
  if (!tracks) return { added: [], removed: [] };
  const now = new Set(tracks.map(trackKey));
  const ours = new Set(stored.tracks.map(({ name }) => trackKey(name)));
  const before = new Set((seen ?? exported.tracks ?? []).map(trackKey));
  return {
    added: tracks.filter((name) => !before.has(trackKey(name)) && !ours.has(trackKey(name))),
    removed: stored.tracks
      .filter(({ name }) => before.has(trackKey(name)) && !now.has(trackKey(name)))
      .map(({ id }) => id),
  };
}

const linkKey = ({ kind, url }: SourceLink): string => `${kind} ${url}`;

/** Like tracks, except that a first import removes no link: hosts add recordings that no schedule contains. */
function mergeLinks({ links }: SourceFields, seen: Seen['links'], stored: StoredTalk): TalkChange['links'] {
  if (!links) return { added: [], removed: [] };
  const now = new Set(links.map(linkKey));
  const ours = new Set(stored.links.map(linkKey));
  const before = new Set(seen?.map(linkKey));
  return {
    added: links.filter((link) => !before.has(linkKey(link)) && !ours.has(linkKey(link))),
    removed: stored.links.filter((link) => before.has(linkKey(link)) && !now.has(linkKey(link))).map(({ id }) => id),
  };
}

/** Whether a change writes nothing. */
export const isEmptyChange = ({ columns, tracks, speakers, links }: TalkChange): boolean =>
  Object.keys(columns).length === 0 &&
  [tracks, links, speakers].every(({ added, removed }) => added.length + removed.length === 0) &&
  speakers.renamed.length === 0;
