import { problem, UnreadableSchedule, type ScheduleProblem } from './formats/problems.js';
import type { ParseOptions, SourceTalk } from './formats/schedule.js';
import { mergeSchedule } from './merge-schedule.js';
import { parseSchedule, type ParsedSchedule, type ScheduleFormat } from './parse-schedule.js';
import { keepAll, prune } from './prune.js';
import { readSchedule, type Query } from './read-schedule.js';
import { eventWriter } from './write-rows.js';
import { writeSchedule } from './write-schedule.js';

/** What an import did, in talks; each talk of the source counts once. */
export interface ScheduleReport {
  readonly added: number;
  /** Changed in other fields than time and room. */
  readonly changed: number;
  /** Changed in start, duration or room. */
  readonly moved: number;
  readonly removed: number;
  /** Imported before, no longer in the source, and not deleted. */
  readonly kept: number;
  readonly unchanged: number;
  readonly problems: readonly ScheduleProblem[];
}

export interface ImportOptions {
  /** Name of the source; the format if omitted. */
  readonly source?: string | undefined;
  readonly dryRun: boolean;
  readonly prune: boolean;
  readonly overwrite: boolean;
}

export interface ImportedTalks {
  readonly report: ScheduleReport;
  /** Size of the new talks in bytes. */
  readonly addedBytes: number;
  /** The GUIDs of rooms in the source, by name. */
  readonly statedRooms: ReadonlyMap<string, string>;
}

const MAX_PROBLEMS = 1_000;

/** Parses a file; the problem of a file that cannot be imported becomes a report. */
export function parseOrReport(
  bytes: Uint8Array,
  format: ScheduleFormat | null,
  options: ParseOptions,
): ParsedSchedule | ScheduleReport {
  try {
    return parseSchedule(bytes, format, options);
  } catch (error) {
    if (error instanceof UnreadableSchedule) return emptyReport(error.problem);
    throw error;
  }
}

export const emptyReport = (found: ScheduleProblem): ScheduleReport => ({
  ...{ added: 0, changed: 0, moved: 0, removed: 0, kept: 0, unchanged: 0 },
  problems: [found],
});

/**
 * Merges a parsed schedule into an event. A dry run reads and reports the same, and writes nothing.
 *
 * @param query in a transaction that has locked the event
 */
export async function importTalks(
  query: Query,
  eventId: string,
  parsed: ParsedSchedule,
  { source = parsed.format, dryRun, overwrite, prune: prunes }: ImportOptions,
): Promise<ImportedTalks> {
  const stored = await readSchedule(query, eventId, source);
  const merged = mergeSchedule(parsed, stored, overwrite);
  const writer = eventWriter(query, eventId);
  const deletes = prunes && parsed.isComplete && merged.missing.length > 0;
  if (!dryRun) await writeSchedule(writer, { source, stored }, merged);
  const pruned = deletes ? await prune(writer, merged.missing, dryRun) : keepAll(merged.missing);
  const skipped = prunes && !parsed.isComplete ? [problem('PRUNE_SKIPPED', {})] : [];
  const report = {
    added: merged.added.length,
    ...merged.counts,
    ...{ removed: pruned.removed, kept: pruned.kept },
    problems: bounded([...merged.problems, ...pruned.problems, ...skipped]),
  };
  return { report, addedBytes: bytesOf(merged.added), statedRooms: statedRooms(parsed) };
}

/** The GUIDs of rooms by name, without those of several rooms: the first talk of a room decides. */
function statedRooms({ talks }: ParsedSchedule): ReadonlyMap<string, string> {
  const rooms = new Map<string, string>();
  for (const { roomGuid, fields } of talks) {
    if (roomGuid !== null && fields.room && !rooms.has(fields.room)) rooms.set(fields.room, roomGuid);
  }
  const names = Map.groupBy(rooms, ([, guid]) => guid);
  return new Map([...names].flatMap(([, [room, ...others]]) => (room && others.length === 0 ? [room] : [])));
}

const bytesOf = (talks: readonly SourceTalk[]): number =>
  talks.reduce((sum, { fields }) => sum + Buffer.byteLength(JSON.stringify(fields)), 0);

/** In the order of the file, the problems without a row last. */
function bounded(problems: readonly ScheduleProblem[]): ScheduleProblem[] {
  const sorted = [...problems].sort((one, other) => (one.row ?? Infinity) - (other.row ?? Infinity) || 0);
  if (sorted.length <= MAX_PROBLEMS) return sorted;
  return [...sorted.slice(0, MAX_PROBLEMS), problem('TOO_MANY_PROBLEMS', { detail: MAX_PROBLEMS })];
}
