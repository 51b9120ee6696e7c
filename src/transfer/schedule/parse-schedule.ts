import { columnsIn, isHeading, missingColumn, parseCsv } from './formats/csv.js';
import type { DateOrder } from './formats/calendar-dates.js';
import type { FileColumn } from './formats/file-column.js';
import { otherKind } from './formats/file-kinds.js';
import { firstCsvRow } from './formats/csv-rows.js';
import { contentOf, parseJson } from './formats/json.js';
import { isHub, parseHub } from './formats/hub.js';
import { isIndico, parseIndico } from './formats/indico.js';
import { isHoverboard, isHoverboardPart, parseHoverboard } from './formats/hoverboard.js';
import { parseICalendar } from './formats/icalendar.js';
import { isOpenFeedback, parseOpenFeedback } from './formats/openfeedback.js';
import { isPretalx, parsePretalx } from './formats/pretalx.js';
import { conferenceIn, parseScheduleJson } from './formats/schedule-json.js';
import { parseScheduleXml } from './formats/schedule-xml.js';
import { isSessionize, parseSessionize } from './formats/sessionize.js';
import { isWebsiteRow, parseWebsiteCsv } from './formats/website-csv.js';
import { isTimeZone } from '../../core/date/zone-name.js';
import { normalizeTalks } from './normalize.js';
import { decode, type Encoding } from './decode.js';
import { problem, unreadable, UnreadableSchedule, type ScheduleProblem } from './formats/problems.js';
import {
  MAX_SCHEDULE_BYTES,
  MAX_TALKS,
  type ParseFormat,
  type ParseOptions,
  type RawFile,
  type RawTalk,
  type SourceSchedule,
} from './formats/schedule.js';

const parsers = {
  'schedule-xml': parseScheduleXml,
  'schedule-json': parseScheduleJson,
  pretalx: parsePretalx,
  hub: parseHub,
  sessionize: parseSessionize,
  openfeedback: parseOpenFeedback,
  hoverboard: parseHoverboard,
  indico: parseIndico,
  icalendar: parseICalendar,
  csv: parseCsv,
  'website-csv': parseWebsiteCsv,
} satisfies Readonly<Record<string, ParseFormat>>;

export type ScheduleFormat = keyof typeof parsers;
export const scheduleFormats = Object.keys(parsers) as ScheduleFormat[];

/** JSON formats, in the order in which they are recognized. */
const jsonFormats: readonly (readonly [ScheduleFormat, (json: unknown) => boolean])[] = [
  ['hub', isHub],
  ['pretalx', isPretalx],
  ['indico', isIndico],
  ['schedule-json', (json) => conferenceIn(json) !== undefined],
  ['sessionize', isSessionize],
  ['hoverboard', isHoverboard],
  ['openfeedback', isOpenFeedback],
];

/** How a file was understood. */
export interface Understanding {
  /** Null if the file cannot be imported. */
  readonly format: ScheduleFormat | null;
  readonly encoding: Encoding | null;
  /** IANA name of the zone of times without an offset. */
  readonly timeZone: string | null;
  /** Of dates with slashes; null if there are none. */
  readonly dateOrder: DateOrder | null;
  /** The columns of a CSV file, in their order. */
  readonly columns: readonly FileColumn[];
}

export interface ParsedSchedule extends SourceSchedule {
  readonly format: ScheduleFormat;
  readonly understanding: Understanding;
}

/**
 * Parses a file to talks with the problems of its rows.
 *
 * @param format detected from the content if null
 * @throws UnreadableSchedule if the file as a whole cannot be imported
 */
export function parseSchedule(bytes: Uint8Array, format: ScheduleFormat | null, options: ParseOptions): ParsedSchedule {
  if (bytes.length > MAX_SCHEDULE_BYTES) throw unreadable('FILE_TOO_LARGE', MAX_SCHEDULE_BYTES / 1024 / 1024);
  const other = format === null ? otherKind(bytes) : undefined;
  if (other !== undefined) throw unreadable('FORMAT_UNKNOWN', other);
  const { text, encoding } = decode(bytes);
  const known = format ?? detect(text, options);
  const parse: ParseFormat = parsers[known];
  const file = parse(text, options);
  const {
    talks,
    problems = [],
    isComplete = true,
    columns = [],
    zone,
  }: RawFile = 'talks' in file ? file : { talks: file };
  if (talks.length > MAX_TALKS) throw unreadable('TOO_MANY_TALKS', MAX_TALKS);
  if (talks.length === 0) throw unreadable('NOTHING_FOUND', known);
  const timeZone = zone && isTimeZone(zone) ? zone : options.zone;
  const { dateOrder, ...normal } = normalizeTalks(talks, { ...options, zone: timeZone });
  const notes = [...assumed(encoding), ...otherZone(talks, timeZone, options)];
  return {
    ...{ format: known, ...normal },
    understanding: { ...{ format: known, encoding, timeZone, dateOrder, columns } },
    problems: [...notes, ...problems, ...normal.problems],
    isComplete: normal.isComplete && isComplete,
  };
}

/** UTF-16 has a mark; Windows-1252 is an assumption, which a host can see in the names. */
const assumed = (encoding: Encoding): ScheduleProblem[] =>
  encoding === 'Windows-1252' ? [problem('ENCODING_ASSUMED', { detail: encoding })] : [];

/** A time without an offset or a zone. */
const LOCAL_TIME = /(?:^|[T\s])\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?\s*$/;

/** The zone of the file wins over that of the event, which matters to times without an offset. */
function otherZone(talks: readonly RawTalk[], zone: string, { zone: ofEvent }: ParseOptions): ScheduleProblem[] {
  const isUsed = zone !== ofEvent && talks.some(({ start }) => LOCAL_TIME.test(start?.slice(0, 100) ?? ''));
  return isUsed ? [problem('ZONE_OF_FILE', { field: 'start', detail: zone })] : [];
}

function detect(text: string, options: ParseOptions): ScheduleFormat {
  const start = text.trimStart().charAt(0);
  if (/^\s*(?:<!--\s*)?BEGIN:VCALENDAR/i.test(text)) return 'icalendar';
  if (start === '<') return 'schedule-xml';
  if (start === '{' || start === '[') {
    const json = parseJson(text);
    const match = jsonFormats.find(([, accepts]) => accepts(json));
    if (!match) throw unreadable('FORMAT_UNKNOWN', isHoverboardPart(json) ? HOVERBOARD_PART : contentOf(json));
    return match[0];
  }
  if (options.columns && options.columns.size > 0) return 'csv';
  const cells = firstCsvRow(text);
  if (isHeading(cells, options)) return 'csv';
  if (isWebsiteRow(cells)) return 'website-csv';
  const columns = cells.length > 1 ? columnsIn(cells) : [];
  const missing = columns.some(({ field }) => field !== null) ? missingColumn(cells) : undefined;
  const beginning = text.trimStart().slice(0, 40).replace(/\s+/g, ' ');
  const detail =
    missing === undefined ? `a text that begins with "${beginning}"` : `a table without a column for the ${missing}`;
  throw new UnreadableSchedule(problem('FORMAT_UNKNOWN', { detail }), columns);
}

const HOVERBOARD_PART = 'the schedule of a Hoverboard site: put it beside "sessions" and "speakers" in one JSON object';
