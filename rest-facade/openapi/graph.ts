import type { DocumentNode } from 'graphql';

/** What the document tells of the graph. The facade knows nothing of the schema: whoever makes the document looks it up. */
export interface Graph {
  /**
   * A field of a type or of an input (`Talk.title`, `AddTalkInput.title`), or an argument (`Query.events.title`).
   *
   * @throws Error when the schema has no such, or does not describe it
   */
  readonly find: (coordinate: string) => GraphField;
  /** What a stored operation reads or writes: the innermost field that it is about. @throws Error */
  readonly subjectOf: (operation: DocumentNode) => GraphField;
  /** The text of an operation. */
  readonly print: (operation: DocumentNode) => string;
}

interface GraphField {
  readonly description: string;
  /** As GraphQL writes it: `[String!]!`. */
  readonly type: string;
}
