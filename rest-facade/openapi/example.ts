/** A recorded exchange with the demo conferences; `.config/make-examples.mjs` regenerates it. */
export interface Example {
  /** Path parameters by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly status: number;
  /** Request body. */
  readonly body?: unknown;
  /** Response body. */
  readonly answer?: unknown;
  readonly location?: string;
  /** URL of the equivalent operation in the playground. */
  readonly graph?: string;
}

/** Examples by the pattern of their row. */
export type Examples = Readonly<Record<string, Example>>;
