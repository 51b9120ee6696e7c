import type { FileColumn } from './file-column.js';

/** Sentences of the problems of an import, by reason. `{detail}` is the value or the limit. */
export const problemTexts = {
  FILE_TOO_LARGE: 'The file exceeds {detail} MB.',
  FILE_UNREADABLE: 'The file cannot be parsed: {detail}.',
  ENCODING_ASSUMED: 'The file is not in UTF-8: it is read as {detail}. If names look wrong, save it as UTF-8.',
  FORMAT_UNKNOWN:
    'The file is {detail}. These are read: schedule.xml, schedule.json, pretalx, the c3 hub, Sessionize, OpenFeedback, Hoverboard, indico, iCalendar, and CSV whose first line names the columns, at least title and start.',
  DOCTYPE_FORBIDDEN: 'The XML has a document type declaration, which is not allowed.',
  TOO_DEEP: 'The file is nested more than {detail} levels deep.',
  TOO_MANY_TALKS: 'The file has more than {detail} talks.',
  QUOTE_UNCLOSED: 'The row has a quotation mark that nothing closes: those of its first line are ignored.',
  COLUMNS_INVALID: 'The columns must map fields of CSV files to headings: "{detail}" is not valid.',
  COLUMN_UNKNOWN: 'The file has no column "{detail}".',
  ID_MISSING: 'The talk has no ID.',
  DUPLICATE_ID: 'An earlier talk has the same ID "{detail}", title and start: skipped.',
  ID_NUMBERED: 'An earlier talk has the same ID "{detail}": both are imported, with a number.',
  FIELD_REQUIRED: 'A required value is missing: skipped.',
  TEXT_TOO_LONG: 'The text exceeds {detail} characters: ignored.',
  TEXT_UNREADABLE: 'The text contains U+0000 or an unpaired surrogate: ignored.',
  DATE_UNREADABLE: 'Not a date and time: "{detail}"; skipped.',
  DATE_ORDER_ASSUMED: 'Dates with slashes fit both orders of day and month: {detail}.',
  DURATION_ASSUMED: 'Durations of three numbers may begin with hours or with days: {detail}.',
  ZONE_OF_FILE: 'Times without an offset are in {detail}, the time zone of the file, not in that of the event.',
  NOT_SCHEDULED: 'The talk has no start time yet: skipped.',
  NUMBER_OUT_OF_RANGE: 'Not a duration from 0 minutes to 31 days: "{detail}"; ignored.',
  URL_INVALID: 'Not an absolute http or https URL: "{detail}"; ignored.',
  LINKS_UNUSED:
    'Links that are not imported, as they are neither slides, recordings, code nor a page of feedback: {detail}.',
  LANGUAGE_UNKNOWN: 'The language "{detail}" is not supported: ignored.',
  TOO_MANY_SPEAKERS: 'The talk has more than {detail} speakers: ignored.',
  TOO_MANY_TRACKS: 'The talk has more than {detail} tracks: ignored.',
  TOO_MANY_LINKS: 'The talk has more than {detail} links: ignored.',
  TALK_OUTSIDE_EVENT:
    'The talk starts on {detail}, before the first day of the event, or 24 hours or more after its end: skipped.',
  BOTH_CHANGED:
    'The source and the stored talk have both changed to different values: the stored value "{detail}" stays.',
  SPEAKER_KEPT: 'The speaker "{detail}" is linked to an account or claimed, and stays.',
  MISSING_FROM_SOURCE: 'The talk "{detail}" is no longer in the source.',
  KEPT_WITH_FEEDBACK: 'The talk "{detail}" is no longer in the source, but has comments, stars or claims: kept.',
  SOURCE_INCOMPLETE: 'The file is a part of the programme: more talks are at {detail}.',
  NOT_EXPANDED: 'The file lacks the talks or their details: export it again with the parameter {detail}.',
  SPEAKERS_ONLY:
    'The file is the view "Speakers" of Sessionize, which has no times: use "All", "Sessions" or "GridSmart".',
  NOTHING_FOUND: 'The file contains no talk, read as {detail}.',
  COLUMNS_UNUSED: 'Columns or properties that are not imported: {detail}.',
  PRUNE_SKIPPED: 'The source is not complete, or some of its rows have no valid ID, so that no talk was deleted.',
  TOO_MANY_PROBLEMS: 'Only the first {detail} problems are listed.',
} as const;

export type ProblemReason = keyof typeof problemTexts;

/** One problem of an import. The row is a position in the file, from 1; null if it concerns the whole file. */
export interface ScheduleProblem {
  readonly row: number | null;
  /** A field of the talk; null if the problem concerns the row or the file. */
  readonly field: string | null;
  readonly reason: ProblemReason;
  readonly text: string;
}

const MAX_DETAIL_LENGTH = 100;

/** Creates a problem with its sentence. Truncates long values. */
export function problem(
  reason: ProblemReason,
  {
    row = null,
    field = null,
    detail = '',
  }: Partial<Omit<ScheduleProblem, 'reason' | 'text'>> & { detail?: string | number },
): ScheduleProblem {
  const whole = String(detail).toWellFormed().replaceAll('\0', '');
  const shown = whole.length > MAX_DETAIL_LENGTH ? `${whole.slice(0, MAX_DETAIL_LENGTH).toWellFormed()}…` : whole;
  return { row, field, reason, text: problemTexts[reason].replace('{detail}', () => shown) };
}

/** A file that cannot be imported at all. */
export class UnreadableSchedule extends Error {
  override readonly name = 'UnreadableSchedule';

  /** @param columns those of a file that looks like CSV, for the host to map */
  constructor(
    readonly problem: ScheduleProblem,
    readonly columns: readonly FileColumn[] = [],
  ) {
    super(problem.text);
  }
}

/** Creates the error of a file that cannot be imported at all. */
export const unreadable = (reason: ProblemReason, detail: string | number = '', row: number | null = null) =>
  new UnreadableSchedule(problem(reason, { row, detail }));
