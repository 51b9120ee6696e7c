import type { ImportedTalks, ImportOptions } from './import-talks.js';
import type { ScheduleReport } from './report.js';
import type { ParseOptions } from './formats/schedule.js';
import type { ScheduleFormat } from './parse-schedule.js';

/** What the service and the process of an import send each other, in turn: each message answers the one before. */

/** To the process. */
export type Task =
  | {
      readonly kind: 'parse';
      readonly bytes: Uint8Array;
      readonly format: ScheduleFormat | null;
      readonly options: ParseOptions;
    }
  /** Imports what has been parsed. */
  | { readonly kind: 'import'; readonly eventId: string; readonly options: ImportOptions }
  /** The result of a query: each row as JSON, so that only that process spends time on it. */
  | { readonly kind: 'rows'; readonly rows: readonly string[] }
  | { readonly kind: 'query failed' };

/** From the process. */
export type ChildMessage =
  /** The report if the file cannot be imported, else null. */
  | { readonly kind: 'parsed'; readonly report: ScheduleReport | null }
  | { readonly kind: 'query'; readonly text: string; readonly values: readonly unknown[] }
  | { readonly kind: 'imported'; readonly result: ImportedTalks }
  | { readonly kind: 'failed'; readonly error: unknown };
