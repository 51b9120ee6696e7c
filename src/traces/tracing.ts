import type { IncomingMessage } from 'node:http';

/** What is told of something that is traced, by OpenTelemetry's names. */
export type Attributes = Readonly<Record<string, string | number>>;

/** How a span came to its end. */
interface End {
  /** In place of the one that it had, where only now a good one is known. */
  readonly name?: string;
  readonly attributes?: Attributes;
  /** It went wrong on our side. */
  readonly failed?: boolean;
}

/** Something that takes time, in a trace. */
export interface Span {
  /** Begins a part of it. */
  readonly within: (name: string, attributes: Attributes) => Span;
  readonly end: (how?: End) => void;
}

/** Tells of what is done to whoever collects traces. */
export interface Tracing {
  /**
   * Begins the span of a request, in the trace that its client names (`traceparent`).
   *
   * @param began when it came, on the clock of `performance.now()`
   */
  readonly begin: (request: IncomingMessage, began: number) => Span;
  /** Tells what is still to be told. */
  readonly close: () => Promise<void>;
}
