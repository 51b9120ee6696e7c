import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { Span } from '../traces/tracing.js';

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
  /** Whether the response is a stream, which lasts as long as the client listens. */
  isStream: boolean;
  /** Number of SQL statements, and their total duration. */
  statements: number;
  statementMs: number;
  /** Its response; undefined outside of HTTP, and once it is closed: timers of an idle connection still refer to the record. */
  response?: ServerResponse | undefined;
  /** Size of the result rows that it has read and retains. */
  readonly resultSize: ResultSize;
  /** The current span; undefined if tracing is disabled. */
  span: Span | undefined;
}

const current = new AsyncLocalStorage<RequestRecord>();

/** The request of the calling code; undefined in background work and for cached responses. */
export const currentRequest = (): RequestRecord | undefined => current.getStore();

/** Whether the client of the current request has left, or has its response: no result is counted for it any more. */
export const isAbandoned = (): boolean => currentRequest()?.resultSize.isCompleted === true;

/** Runs work that outlives the request, such as a timer, outside of its async context. */
export const outsideRequest = <Value>(work: () => Value): Value => current.exit(work);

/** Runs the work, and everything that it starts, in the async context of the request. */
export const runWithRecord = <Value>(record: RequestRecord, work: () => Value): Value => current.run(record, work);

/** Size of the result rows that a request has read. */
export interface ResultSize {
  bytes: number;
  /** Number of statements whose rows may still arrive. */
  statements: number;
  /** Whether the request has completed. */
  isCompleted: boolean;
}

export const emptyResult = (): ResultSize => ({ bytes: 0, statements: 0, isCompleted: false });

/** Runs the work in a child span of its request; without tracing, just runs it. */
export function withSpan<Value>(name: string, work: () => Value | Promise<Value>): Value | Promise<Value> {
  const record = currentRequest();
  const outer = record?.span;
  if (!record || !outer) return work();
  const span = (record.span = outer.startChild(name, { 'graphql.operation.name': name }));
  return (async () => work())().finally(() => {
    span.end();
    record.span = outer;
  });
}
