import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '../traces/tracing.js';
import type { HeldRows } from './held-rows.js';

/** The account and the application that make a request. */
export interface RecordedViewer {
  readonly id: string;
  readonly application: { readonly id: string; readonly name: string | null } | null;
}

/** Data collected while a request is in flight, for the log, the metrics and the route usage. */
export interface RequestRecord {
  /** The request ID in the `X-Request-Id` header. */
  readonly id: string;
  /** A route pattern, never client input; null: usage is not counted. */
  route: string | null;
  /** Null until a token identifies the viewer. */
  viewer: RecordedViewer | null;
  /** Number of SQL statements, and their total duration. */
  statements: number;
  statementMs: number;
  /** Size of the result rows that it has read and retains. */
  readonly rows: HeldRows;
  /** The current span; undefined if tracing is disabled. */
  span: Span | undefined;
}

const current = new AsyncLocalStorage<RequestRecord>();

/** The request of the calling code; undefined in background work and for cached responses. */
export const currentRequest = (): RequestRecord | undefined => current.getStore();

/** Runs the work, and everything that it starts, in the async context of the request. */
export const during = <Value>(record: RequestRecord, work: () => Value): Value => current.run(record, work);
