import { AsyncLocalStorage } from 'node:async_hooks';
import type { Viewer } from '../rules.js';
import type { Span } from '../traces/tracing.js';
import type { HeldRows } from './held-rows.js';

/** What becomes known of a request while it is answered: for the log, the metrics, and the counts of who uses which route. */
export interface RequestRecord {
  /** That of the header `X-Request-Id`. */
  readonly id: string;
  /** A pattern out of a table of ours, never what a client wrote; null: nothing whose use is counted. */
  route: string | null;
  /** Null until a token has told who asks. */
  viewer: Viewer | null;
  /** SQL statements that were run for it, and how long they took together. */
  statements: number;
  statementMs: number;
  /** What it has read and holds. */
  readonly rows: HeldRows;
  /** Of what is done for it at the moment; undefined where nobody collects traces. */
  span: Span | undefined;
}

const current = new AsyncLocalStorage<RequestRecord>();

/** The request for which the calling code runs; undefined in background work, and for answers that were kept. */
export const currentRequest = (): RequestRecord | undefined => current.getStore();

/** Does all of the work, also what it begins, for the request. */
export const during = <Value>(record: RequestRecord, work: () => Value): Value => current.run(record, work);
