import type { EntityManager } from '@mikro-orm/postgresql';
import { UPLOAD_GRACE_MS } from '../../adapters/images/limits.js';
import { readUpload } from '../../adapters/images/read-upload.js';
import { membershipOf, visibleEvent, type VisibleRecord } from '../../core/common/visible-records.js';
import type { Context } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';
import type { Upload } from '../../core/ports.js';
import { mayImportSchedule, permit, requireViewer } from '../../core/rules.js';
import { retryOnNameConflict } from '../../core/talk/talk-names.js';
import { isQuotaLimited, withinQuota } from '../../core/event/pending-quota.js';
import { applySchedule, queryOf } from './apply-schedule.js';
import { columnMapOf, rememberedColumns, type ColumnMap } from './column-map.js';
import type { ImportedTalks, ImportOptions } from './import-talks.js';
import { emptyReport, type ScheduleReport } from './report.js';
import type { ScheduleFormat } from './parse-schedule.js';
import { problem } from './formats/problems.js';
import { MAX_SCHEDULE_BYTES } from './formats/schedule.js';
import { inTurnOf, withImportProcess } from './import-processes.js';

export interface ScheduleImportInput extends Pick<ImportOptions, 'dryRun' | 'prune'> {
  readonly eventId: string;
  readonly file: Upload;
  /** Detected from the content if null. */
  readonly format: ScheduleFormat | null;
  /** A map of fields to headings of CSV columns; that of the last import if omitted. */
  readonly columns?: unknown;
}

/** An import and the ID of its event. */
export interface ImportedSchedule {
  readonly eventId: string;
  readonly report: ScheduleReport;
}

/**
 * Imports an uploaded schedule into an event (docs/import-schedules.md). A file that cannot be imported yields a report
 * with one problem.
 *
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN; INVALID if the upload is incomplete, or the event is not
 *   approved and would have too much content; RATE_LIMITED; TOO_LARGE; UNAVAILABLE if other imports are in progress
 */
export async function importSchedule(context: Context, input: ScheduleImportInput): Promise<ImportedSchedule> {
  const viewer = requireViewer(context.viewer);
  const event = await visibleEvent(context, input.eventId);
  permit(mayImportSchedule(viewer, await membershipOf(context, event.id)), 'HOSTS_ONLY');
  return inTurnOf(viewer.id, async () => {
    if (isQuotaLimited(context, event)) await context.limits.consume('imports_user', viewer.id);
    return { eventId: event.id, report: await importInto(context, event, input) };
  });
}

async function importInto(
  context: Context,
  event: VisibleRecord<'event'>,
  { file, format, dryRun, prune, columns: given }: ScheduleImportInput,
): Promise<ScheduleReport> {
  const bytes = await scheduleBytes(file);
  if (bytes === null) return emptyReport(problem('FILE_TOO_LARGE', { detail: MAX_SCHEDULE_BYTES / 1024 / 1024 }));
  const columns = given == null ? undefined : columnMapOf(given);
  if (columns && 'reason' in columns) return emptyReport(columns);
  const remembered = columns ? undefined : await remembering(context, event.id);
  const options = { dryRun, prune, overwrite: false, columns };
  return withImportProcess(bytes.length, async (child) => {
    const refused = await child.parse(bytes, format, { zone: event.timeZone, period: event, columns, remembered });
    if (refused) return refused;
    const write = (em: EntityManager) =>
      applySchedule(em, { eventId: event.id, dryRun }, (query) => child.import(query, event.id, options));
    const { report } = await retryOnNameConflict(() =>
      context.transactions.withEntities((em) =>
        withinQuota(
          context,
          event,
          em,
          () => write(em),
          (imported) => notStored(imported, dryRun),
        ),
      ),
    );
    return report;
  });
}

const remembering = (context: Context, eventId: string): Promise<ColumnMap> =>
  context.transactions.withEntities((em) => rememberedColumns(queryOf(em), eventId, SOURCE));

/** Uploads have no other source of this format. */
const SOURCE: ScheduleFormat = 'csv';

const notStored = ({ report, addedBytes }: ImportedTalks, dryRun: boolean) =>
  dryRun ? { talks: report.added, bytes: addedBytes } : { talks: 0, bytes: 0 };

/** Reads an upload; null if it is too large. */
export async function scheduleBytes(file: Upload): Promise<Buffer | null> {
  try {
    return await readUpload(file, MAX_SCHEDULE_BYTES, UPLOAD_GRACE_MS, 'file');
  } catch (error) {
    if (error instanceof DomainError && error.code === 'TOO_LARGE') return null;
    throw error;
  }
}
