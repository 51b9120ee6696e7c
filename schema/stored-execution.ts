import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Context } from '../src/core/context.js';
import { memoize } from '../src/config/memoize.js';
import type { PublicError } from './error-messages.js';
import { domainErrorOf } from './error-messages.js';
import { compileOperation } from './execute.js';

/** The result of a stored operation: data or the first error. */
export interface StoredResult {
  readonly data: unknown;
  readonly failure: PublicError | null;
  /** Response path of the failed field. */
  readonly path?: readonly (string | number)[] | undefined;
}

export type ExecuteStored = (
  operation: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  context: Context,
) => Promise<StoredResult>;

/**
 * Compiles each stored operation at its first request, which takes a few milliseconds. Compiling all of them eagerly
 * would take a tenth of the startup time. Tests validate them against the schema.
 *
 * @param onUnexpected called for every internal error
 */
export function createStoredExecution(
  schema: GraphQLSchema,
  documents: readonly DocumentNode[],
  onUnexpected: (error: unknown) => void,
): ExecuteStored {
  const stored = new Set(documents);
  const compiled = memoize((document: DocumentNode) => {
    if (!stored.has(document)) throw new Error('Not a stored operation');
    return compileOperation(schema, document);
  });
  return async (document, variables, context) => {
    const { data, errors } = await compiled(document).run(context, variables);
    const error = errors?.[0];
    if (!error) return { data, failure: null };
    const { path } = error;
    const failure = domainErrorOf(error);
    if (failure) return { data: null, failure, path };
    onUnexpected(error.originalError ?? error);
    return { data: null, path, failure: { code: 'INTERNAL', problems: [{ reason: 'UNEXPECTED' }] } };
  };
}
