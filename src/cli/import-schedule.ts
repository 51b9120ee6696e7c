import { InvalidArgumentError, Option, type Command } from 'commander';
import { readFile, stat } from 'node:fs/promises';
import { OperatorError } from '../config/operator-error.js';
import { inTransaction } from '../core/transaction/transactions.js';
import { retryOnNameConflict } from '../core/talk/talk-names.js';
import type { OpenDatabase } from '../database/open.js';
import { applySchedule, queryOf } from '../transfer/schedule/apply-schedule.js';
import { columnMapOf, rememberedColumns, type ColumnMap } from '../transfer/schedule/column-map.js';
import { importTalks, parseOrReport } from '../transfer/schedule/import-talks.js';
import type { ScheduleReport } from '../transfer/schedule/report.js';
import { fetchSchedule } from '../transfer/schedule/fetch-schedule.js';
import { csvFields } from '../transfer/schedule/formats/csv.js';
import { scheduleFormats, type ScheduleFormat } from '../transfer/schedule/parse-schedule.js';
import { MAX_SCHEDULE_BYTES } from '../transfer/schedule/formats/schedule.js';
import { jsonOption, OperatorCommand, positiveNumber } from './listing.js';
import { withDatabase } from './with-database.js';

interface Options {
  readonly event: number;
  readonly from: string;
  readonly format: ScheduleFormat | 'auto';
  readonly map?: string;
  readonly source?: string;
  readonly dryRun: boolean;
  readonly prune: boolean;
  readonly overwrite: boolean;
  readonly json: boolean;
}

/** `import schedule --event 7 --from FILE`: imports the talks of an event, and their later changes. */
export function importScheduleCommand(): Command {
  return new OperatorCommand('schedule')
    .description(
      'Import a schedule into an event, and again after it has changed. Corrections by hosts and all feedback stay.',
    )
    .requiredOption('--event <id>', 'event ID (see event list)', positiveNumber)
    .requiredOption('--from <file>', 'file or https URL of the schedule')
    .addOption(
      new Option('--format <format>', 'format of the file').choices(['auto', ...scheduleFormats]).default('auto'),
    )
    .option(
      '--map <file>',
      `JSON file that maps fields to CSV columns: {"title": "Talk name"}, also for the next imports; {} for none`,
    )
    .option('--source <name>', 'name of the source, if several have the same format; the format if omitted', sourceName)
    .option('--dry-run', 'report without writing', false)
    .option('--prune', 'delete talks that the source no longer has, unless they have comments, stars or claims', false)
    .option('--overwrite', 'let the source win where both the source and a host have changed a value', false)
    .addOption(jsonOption())
    .examples(
      'npm run lectern -- import schedule --event 7 --from schedule.csv --dry-run',
      'npm run lectern -- import schedule --event 7 --from https://pretalx.example.org/2027/schedule/export/schedule.xml',
    )
    .action(async (options: Options) => {
      const report = await runImport(options);
      process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : outcome(report, options));
    });
}

function sourceName(text: string): string {
  if (/^[\w.-]{1,100}$/.test(text)) return text;
  throw new InvalidArgumentError('Must be 1 to 100 letters, digits, dots, hyphens or underscores.');
}

async function runImport({ event, from, format, map, ...options }: Options): Promise<ScheduleReport> {
  const columns = map === undefined ? undefined : await readColumns(map);
  const bytes = from.includes('://') ? await fetchSchedule(from) : await readSchedule(from);
  return withDatabase(async (database) => {
    const period = await periodOf(database, event);
    const target = { eventId: String(event), dryRun: options.dryRun };
    const remembered = await inTransaction(database.orm.em, (em) =>
      rememberedColumns(queryOf(em), target.eventId, options.source ?? 'csv'),
    );
    const how = { zone: period.zone, period, columns, remembered };
    const parsed = parseOrReport(bytes, format === 'auto' ? null : format, how);
    if ('added' in parsed) return parsed;
    const { report } = await retryOnNameConflict(() =>
      inTransaction(database.orm.em, (em) =>
        applySchedule(em, target, (query) => importTalks(query, target.eventId, parsed, { ...options, columns })),
      ),
    );
    return report;
  });
}

const PERIOD = `select time_zone as zone, date_part('epoch', starts_at) as "startsAt", date_part('epoch', ends_at) as "endsAt"
  from events where id = $1`;

async function periodOf({ pool }: OpenDatabase, event: number) {
  const { rows } = await pool.query<{ zone: string; startsAt: number; endsAt: number }>(PERIOD, [event]);
  if (!rows[0]) throw new OperatorError(`No event ${event}.`);
  return rows[0];
}

/** @throws OperatorError when the file cannot be read. A file above the limit is not read, and reported as too large. */
async function readSchedule(path: string): Promise<Uint8Array> {
  try {
    if ((await stat(path)).size > MAX_SCHEDULE_BYTES) return Buffer.alloc(MAX_SCHEDULE_BYTES + 1);
    return await readFile(path);
  } catch (cause) {
    throw new OperatorError(`--from: ${path} cannot be read (${String(Reflect.get(Object(cause), 'code'))}).`, {
      cause,
    });
  }
}

async function readColumns(path: string): Promise<ColumnMap> {
  const requirement = `--map: ${path} must be a JSON object of these fields and column names: ${csvFields.join(', ')}.`;
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (cause) {
    throw new OperatorError(requirement, { cause });
  }
  const columns = columnMapOf(json);
  if ('reason' in columns) throw new OperatorError(requirement);
  return columns;
}

function outcome(report: ScheduleReport, { event, dryRun }: Options): string {
  const { added, changed, moved, removed, kept, unchanged } = report;
  const counts = { added, changed, moved, removed, kept, unchanged };
  const isEmpty = Object.values(counts).every((count) => count === 0);
  const result = isEmpty ? 'Nothing was imported.' : `Imported into event ${event}.`;
  return [
    ...understood(report),
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
    ...report.problemKinds
      // The columns are listed above.
      .filter(({ reason }) => reason !== 'COLUMNS_UNUSED' || report.columns.length === 0)
      .flatMap(kindLines),
    dryRun ? 'Dry run: nothing was changed.' : result,
    '',
  ].join('\n');
}

const orders = {
  'day-first': ', dates with slashes with the day first',
  'month-first': ', dates with slashes with the month first',
};

/** How the file was understood. */
function understood({ format, encoding, timeZone, dateOrder, columns }: ScheduleReport): string[] {
  const used = columns.filter(({ field }) => field !== null);
  const unused = columns.filter(({ field }) => field === null).map(({ name }) => name);
  const names = used.map(({ name, field }) => (field === name ? name : `${name} (${field})`));
  return [
    format &&
      `Read as ${format} in ${encoding}; times without an offset in ${timeZone}${dateOrder ? orders[dateOrder] : ''}.`,
    columns.length > 0 && `Columns: ${names.join(', ') || 'none'}. Not imported: ${unused.join(', ') || 'none'}.`,
  ].filter((line) => typeof line === 'string');
}

function kindLines({ count, examples }: ScheduleReport['problemKinds'][number]): string[] {
  const lines = examples.map(({ row, field, text }) =>
    [row === null ? '' : `row ${row}: `, field === null ? '' : `${field}: `, text].join(''),
  );
  return count > examples.length ? [...lines, `… and ${count - examples.length} more of this kind`] : lines;
}
