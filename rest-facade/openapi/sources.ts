import type { DocumentNode } from 'graphql';

/** The GraphQL schema as the generator reads it. An interface, because the facade does not depend on the schema. */
export interface Graph {
  /**
   * Looks up a field of a type or input (`Talk.title`, `AddTalkInput.title`), or an argument (`Query.events.title`).
   *
   * @throws Error if the schema does not contain or describe it
   */
  readonly find: (coordinate: string) => GraphField;
  /** Returns the innermost field that a stored operation reads or writes. @throws Error */
  readonly subjectOf: (operation: DocumentNode) => GraphField;
  /** Prints an operation. */
  readonly print: (operation: DocumentNode) => string;
}

interface GraphField {
  readonly description: string;
  /** GraphQL type: `[String!]!`. */
  readonly type: string;
}

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
