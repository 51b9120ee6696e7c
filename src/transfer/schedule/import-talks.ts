import { rememberColumns, type ColumnMap } from './column-map.js';
import { problem, UnreadableSchedule } from './formats/problems.js';
import type { ParseOptions, SourceTalk } from './formats/schedule.js';
import { mergeSchedule } from './merge-schedule.js';
import { parseSchedule, type ParsedSchedule, type ScheduleFormat } from './parse-schedule.js';
import { keepAll, prune } from './prune.js';
import { emptyReport, scheduleReport, type ScheduleReport } from './report.js';
import { readSchedule, type Query } from './read-schedule.js';
import { eventWriter } from './write-rows.js';
import { writeSchedule } from './write-schedule.js';

export interface ImportOptions {
  /** The map of columns, which the next import uses as well; unchanged if omitted. */
  readonly columns?: ColumnMap | undefined;
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

/** Parses a file; the problem of a file that cannot be imported becomes a report. */
export function parseOrReport(
  bytes: Uint8Array,
  format: ScheduleFormat | null,
  options: ParseOptions,
): ParsedSchedule | ScheduleReport {
  try {
    return parseSchedule(bytes, format, options);
  } catch (error) {
    if (error instanceof UnreadableSchedule) return emptyReport(error.problem, error.columns);
    throw error;
  }
}

/**
 * Merges a parsed schedule into an event. A dry run reads and reports the same, and writes nothing.
 *
 * @param query in a transaction that has locked the event
 */
export async function importTalks(
  query: Query,
  eventId: string,
  parsed: ParsedSchedule,
  { source = parsed.format, columns, dryRun, overwrite, prune: prunes }: ImportOptions,
): Promise<ImportedTalks> {
  const stored = await readSchedule(query, eventId, source);
  const merged = mergeSchedule(parsed, stored, overwrite);
  const writer = eventWriter(query, eventId);
  const deletes = prunes && parsed.isComplete && merged.missing.length > 0;
  if (!dryRun) await writeSchedule(writer, { source, stored }, merged);
  if (!dryRun && columns && parsed.format === 'csv') await rememberColumns(query, eventId, source, columns);
  const pruned = deletes ? await prune(writer, merged.missing, dryRun) : keepAll(merged.missing);
  const skipped = prunes && !parsed.isComplete ? [problem('PRUNE_SKIPPED', {})] : [];
  const counts = {
    ...{ added: merged.added.length, ...merged.counts },
    ...{ removed: pruned.removed, kept: pruned.kept },
  };
  const report = scheduleReport(parsed.understanding, counts, [...merged.problems, ...pruned.problems, ...skipped]);
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
