import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Context } from '../src/context.js';
import { lazily } from '../src/reads/lazily.js';
import type { Failure } from './errors.js';
import { failureOf } from './errors.js';
import { compileOperation } from './execute.js';

/** What a stored operation answers: data, or what went wrong first. */
export interface StoredOutcome {
  readonly data: unknown;
  readonly failure: Failure | null;
  /** The field that failed. */
  readonly path?: readonly (string | number)[] | undefined;
}

export type ExecuteStored = (
  operation: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  context: Context,
) => Promise<StoredOutcome>;

/**
 * Compiles each operation when it is first asked for, in a few milliseconds: all of them before the first request would be
 * a tenth of the start. That they fit the schema is what tests are for.
 *
 * @param onUnexpected is told of everything that went wrong on our side
 */
export function createStoredExecution(
  schema: GraphQLSchema,
  documents: readonly DocumentNode[],
  onUnexpected: (error: unknown) => void,
): ExecuteStored {
  const stored = new Set(documents);
  const compiled = lazily((document: DocumentNode) => {
    if (!stored.has(document)) throw new Error('This operation was not among the stored ones');
    return compileOperation(schema, document);
  });
  return async (document, variables, context) => {
    const { data, errors } = await compiled(document).run(context, variables);
    const error = errors?.[0];
    if (!error) return { data, failure: null };
    const { path } = error;
    const failure = failureOf(error);
    if (failure) return { data: null, failure, path };
    onUnexpected(error.originalError ?? error);
    return { data: null, path, failure: { code: 'INTERNAL', problems: [{ reason: 'UNEXPECTED' }] } };
  };
}
