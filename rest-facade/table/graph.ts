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
