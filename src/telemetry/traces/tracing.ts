import type { IncomingMessage } from 'node:http';

/** Span attributes, named by the OpenTelemetry semantic conventions. */
export type Attributes = Readonly<Record<string, string | number>>;

/** How a span ended. */
interface SpanEnd {
  /** Replaces the name of the span if a better one is only known at its end. */
  readonly name?: string;
  readonly attributes?: Attributes;
  /** Whether the server caused a failure. */
  readonly failed?: boolean;
}

/** A timed operation in a trace. */
export interface Span {
  /** Starts a child span. */
  readonly startChild: (name: string, attributes: Attributes) => Span;
  readonly end: (how?: SpanEnd) => void;
}

/** Reports spans to the trace collector. */
export interface Tracing {
  /**
   * Starts the span of a request, in the trace of its `traceparent` header.
   *
   * @param began start of the request, on the clock of `performance.now()`
   */
  readonly startSpan: (request: IncomingMessage, began: number) => Span;
  /** Flushes pending spans. */
  readonly close: () => Promise<void>;
}
