import { shiftProgramme } from '../../src/core/event/shift-programme.js';
import { renameRoom } from '../../src/core/talk/rename-room.js';
import { importSchedule } from '../../src/transfer/schedule/import-schedule.js';
import type { ScheduleFormat as FormatName } from '../../src/transfer/schedule/parse-schedule.js';
import { problemTexts, type ProblemReason } from '../../src/transfer/schedule/formats/problems.js';
import type { ScheduleReport } from '../../src/transfer/schedule/report.js';
import { JsonScalar, TimeZoneScalar } from '../scalars.js';
import { enumOf, field, nullable } from '../fields.js';
import { objectType } from '../object-type.js';
import { changed, mutation, mutations } from '../root-fields.js';
import { programmeOutside } from './programme-outside.js';

const ScheduleFormat = enumOf('ScheduleFormat', 'Format of a schedule file.', {
  SCHEDULE_XML: 'The schedule.xml of c3voc.',
  SCHEDULE_JSON: 'The schedule.json of c3voc.',
  PRETALX: 'JSON export of pretalx.',
  HUB: 'The schedule2 JSON of the c3 hub.',
  SESSIONIZE: 'JSON of Sessionize: `view/All`, `view/Sessions` or `view/GridSmart`.',
  OPENFEEDBACK: 'JSON of OpenFeedback.',
  HOVERBOARD: 'JSON of a Hoverboard site: schedule, sessions and speakers.',
  INDICO: 'JSON export of indico: an event with the details `contributions` or `sessions`, or a timetable.',
  ICALENDAR: 'The entries of an iCalendar file are talks.',
  CSV: 'CSV with a heading line; columns in any order.',
  WEBSITE_CSV:
    'CSV without a heading line: title, description, speakers separated by `|`, mm/dd/yyyy, hh:mm AM, minutes, language, type, track.',
});

const formats = {
  SCHEDULE_XML: 'schedule-xml',
  SCHEDULE_JSON: 'schedule-json',
  PRETALX: 'pretalx',
  HUB: 'hub',
  SESSIONIZE: 'sessionize',
  OPENFEEDBACK: 'openfeedback',
  HOVERBOARD: 'hoverboard',
  INDICO: 'indico',
  ICALENDAR: 'icalendar',
  CSV: 'csv',
  WEBSITE_CSV: 'website-csv',
} as const satisfies Record<keyof typeof ScheduleFormat, FormatName>;

const DateOrder = enumOf('DateOrder', 'Order of the day and the month in dates such as 05/04/2027.', {
  DAY_FIRST: '5 April.',
  MONTH_FIRST: '4 May.',
});

const orders = { 'day-first': 'DAY_FIRST', 'month-first': 'MONTH_FIRST' } as const;
const formatNames = new Map(Object.entries(formats).map(([name, format]) => [format, name]));

/** A report with the names of GraphQL. */
const shown = ({ format, dateOrder, ...report }: ScheduleReport) => ({
  ...report,
  format: format && formatNames.get(format),
  dateOrder: dateOrder && orders[dateOrder],
});

const reasonDescriptions = Object.fromEntries(
  Object.entries(problemTexts).map(([reason, text]) => [reason, text.replace(/"?\{detail\}"?/, '…')]),
) as Record<ProblemReason, string>;
const ScheduleProblemReason = enumOf(
  'ScheduleProblemReason',
  'Values of `ScheduleProblem.reason`.',
  reasonDescriptions,
);

objectType('ScheduleProblem', 'A problem of a schedule import.', {
  row: nullable.int(
    'Number of the row, or of the talk in the file, 1 to 5002; null if the problem does not concern a row.',
  ),
  field: nullable.string('Field of the talk; null if the problem concerns the whole talk or file.'),
  reason: field.of(() => ScheduleProblemReason, 'Kind of the problem.'),
  text: field.string('The problem as a sentence.'),
});

objectType('ScheduleProblemKind', 'The problems of one kind in a schedule import.', {
  reason: field.of(() => ScheduleProblemReason, 'Kind of the problems.'),
  count: field.int('Number of the problems of this kind.'),
  examples: field.records('ScheduleProblem', 'The first of them, at most 3.'),
});

objectType('ScheduleColumn', 'A column of an imported CSV file.', {
  name: field.string('Heading of the column, at most 100 characters of it.'),
  field: nullable.string('Field that it was taken for, such as `title`; null if it is not imported.'),
});

objectType('ScheduleReport', 'Result of a schedule import, in talks. Each talk of the file counts once.', {
  format: nullable.of(() => ScheduleFormat, 'Format of the file; null if it cannot be imported.'),
  encoding: nullable.string(
    'Encoding of the file: `UTF-8`, `UTF-16` or `Windows-1252`; null if it cannot be imported.',
  ),
  timeZone: nullable.of(
    () => TimeZoneScalar,
    'Time zone of times without an offset: that of the file, else that of the event; null if the file cannot be imported.',
  ),
  dateOrder: nullable.of(
    () => DateOrder,
    'Order of the day and the month in dates with slashes; null if no date of the file depends on it.',
  ),
  columns: field.records(
    'ScheduleColumn',
    'Columns of a CSV file in their order, at most 200, also if it cannot be imported; none in other formats.',
  ),
  problemKinds: field.records('ScheduleProblemKind', 'The number of all problems by kind, with examples.'),
  added: field.int('Number of new talks.'),
  changed: field.int('Number of talks that changed in other fields than start, duration and room.'),
  moved: field.int('Number of talks whose start, duration or room changed.'),
  removed: field.int('Number of talks deleted because the source no longer has them.'),
  kept: field.int('Number of talks that the source no longer has, but that were not deleted.'),
  unchanged: field.int('Number of unchanged talks.'),
  problems: field.records('ScheduleProblem', 'Problems in the order of the file; at most 1000 and a note.'),
});

export const scheduleMutations = mutations({
  renameRoom: mutation({
    scopes: ['host'],
    description:
      'Renames a room: moves all talks of the event that are in it, and keeps its GUID. To unite two rooms, update their talks instead. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID, RATE_LIMITED.',
    input: {
      eventId: field.id('ID of the event.'),
      room: field.string('The exact name of the room, as in `Talk.room`.'),
      newName: field.string('The new name: 1 to 200 characters, and not that of another room of the event.'),
    },
    payload: { event: field.record('Event', 'The event of the room.') },
    run: async (context, input) => changed(context, 'event', await renameRoom(context, input)),
  }),

  shiftProgramme: mutation({
    scopes: ['host'],
    description:
      'Moves an event with all its talks: by days, by minutes, or to another time zone. Exactly one of `byDays`, `byMinutes` and `newZone` is required. The call for papers stays, except in another time zone. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID, RATE_LIMITED.',
    input: {
      eventId: field.id('ID of the event.'),
      byDays: nullable.int(
        'Days of the calendar by which the programme moves, from -36525 to 36525; negative: earlier. Local hours stay the same when clocks change. Null or omitted: it moves otherwise.',
      ),
      byMinutes: nullable.int(
        'Minutes of elapsed time by which the programme moves, from -44640 to 44640; negative: earlier. Null or omitted: it moves otherwise.',
      ),
      newZone: nullable.string(
        'An IANA time zone name, such as `Europe/Amsterdam`: the new time zone of the event. Local hours and dates stay the same, also those of the call for papers, whereas `updateEvent` keeps the instants. Null or omitted: the time zone stays.',
      ),
      includeEventDates: field.boolean(
        'Whether the dates of the event move as well. False if they have been changed before: only the talks move.',
        { defaultValue: true },
      ),
    },
    payload: {
      event: field.record('Event', 'The event after the mutation.'),
      moved: field.int('Number of talks whose start has changed.'),
      programmeOutside,
    },
    run: async (context, input) => {
      const { eventId, moved } = await shiftProgramme(context, input);
      return { ...(await changed(context, 'event', eventId)), moved };
    },
  }),

  importSchedule: mutation({
    scopes: ['host'],
    description:
      'Imports a schedule into an event, and again after it has changed: a field is written only if the source changed it since the last import, so that corrections by hosts survive. Feedback is never deleted. Requires a host of the event. Send it as a GraphQL multipart request with the header `apollo-require-preflight`. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID, TOO_LARGE, RATE_LIMITED, UNAVAILABLE.',
    input: {
      eventId: field.id('ID of the event.'),
      file: field.upload(
        'The schedule in UTF-8, UTF-16 with a byte order mark, or Windows-1252: at most 10 MB and 5000 talks.',
      ),
      format: nullable.of(() => ScheduleFormat, 'Format of the file; detected from its content if omitted or null.'),
      columns: nullable.of(
        () => JsonScalar,
        'Headings of a CSV file by field, such as `{"title": "Talk name", "start": "Begins"}`. Remembered for the event: if omitted or null, that of the last import applies to the columns that the file has; `{}` forgets it. The fields are those of `ScheduleColumn.field`.',
      ),
      dryRun: field.boolean('Whether to report without writing.', { defaultValue: true }),
      prune: field.boolean(
        'Whether to delete talks that the source no longer has, unless they have a comment, a star or a claim.',
        { defaultValue: false },
      ),
    },
    payload: {
      report: field.record('ScheduleReport', 'What was imported or, in a dry run, would be.'),
      event: field.record('Event', 'The event after the import.'),
    },
    run: async (context, { format, ...input }) => {
      const known = format == null ? null : formats[format];
      const { eventId, report } = await importSchedule(context, { ...input, format: known });
      return { report: shown(report), event: await context.reads.load('event', eventId) };
    },
  }),
});
