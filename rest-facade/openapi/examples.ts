/** What a service with the demo conferences answered once; `.config/make-examples.mjs` makes them anew. */
export interface Example {
  /** What stood in the path, by the names of its parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly status: number;
  /** What was sent. */
  readonly body?: unknown;
  /** What came back. */
  readonly answer?: unknown;
  readonly location?: string;
  /** Where the playground asks the same of the graph. */
  readonly graph?: string;
}

/** By the patterns of the rows. */
export type Examples = Readonly<Record<string, Example>>;
