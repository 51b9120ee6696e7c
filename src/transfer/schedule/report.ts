import { problem, type ProblemReason, type ScheduleProblem } from './formats/problems.js';
import type { FileColumn } from './formats/file-column.js';
import type { Understanding } from './parse-schedule.js';

/** What an import did, in talks; each talk of the source counts once. */
export interface TalkCounts {
  readonly added: number;
  /** Changed in other fields than time and room. */
  readonly changed: number;
  /** Changed in start, duration or room. */
  readonly moved: number;
  readonly removed: number;
  /** Imported before, no longer in the source, and not deleted. */
  readonly kept: number;
  readonly unchanged: number;
}

/** The problems of one kind. */
export interface ProblemKind {
  readonly reason: ProblemReason;
  readonly count: number;
  /** The first of them. */
  readonly examples: readonly ScheduleProblem[];
}

export interface ScheduleReport extends Understanding, TalkCounts {
  readonly problems: readonly ScheduleProblem[];
  readonly problemKinds: readonly ProblemKind[];
}

const MAX_PROBLEMS = 1_000;
const MAX_EXAMPLES = 3;

/** The report of an import with its problems in the order of the file, those without a row last. */
export function scheduleReport(
  { format, encoding, timeZone, dateOrder, columns }: Understanding,
  counts: TalkCounts,
  problems: readonly ScheduleProblem[],
): ScheduleReport {
  const sorted = [...problems].sort((one, other) => (one.row ?? Infinity) - (other.row ?? Infinity) || 0);
  const isLong = sorted.length > MAX_PROBLEMS;
  return {
    ...{ format, encoding, timeZone, dateOrder, columns },
    ...counts,
    problems: isLong
      ? [...sorted.slice(0, MAX_PROBLEMS), problem('TOO_MANY_PROBLEMS', { detail: MAX_PROBLEMS })]
      : sorted,
    problemKinds: [...Map.groupBy(sorted, ({ reason }) => reason)].map(([reason, group]) => ({
      ...{ reason, count: group.length, examples: group.slice(0, MAX_EXAMPLES) },
    })),
  };
}

const NOTHING = { added: 0, changed: 0, moved: 0, removed: 0, kept: 0, unchanged: 0 } as const;

/** The report of a file that cannot be imported. */
export const emptyReport = (found: ScheduleProblem, columns: readonly FileColumn[] = []): ScheduleReport =>
  scheduleReport({ format: null, encoding: null, timeZone: null, dateOrder: null, columns }, NOTHING, [found]);
