import { validate, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { Context } from '../src/context.js';
import type { Failure } from './errors.js';
import { failureOf } from './errors.js';
import { compileOperation, type RunnableOperation } from './execute.js';

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
 * Validates and compiles operations once, before the first request.
 *
 * @param onUnexpected is told of everything that went wrong on our side
 * @throws GraphQLError when an operation does not fit the schema
 */
export function createStoredExecution(
  schema: GraphQLSchema,
  documents: readonly DocumentNode[],
  onUnexpected: (error: unknown) => void,
): ExecuteStored {
  const operations = new Map<DocumentNode, RunnableOperation>();
  for (const document of documents) {
    const [problem] = validate(schema, document);
    if (problem) throw problem;
    operations.set(document, compileOperation(schema, document));
  }
  return async (document, variables, context) => {
    const operation = operations.get(document);
    if (!operation) throw new Error('This operation was not among the stored ones');
    const { data, errors } = await operation.run(context, variables);
    const error = errors?.[0];
    if (!error) return { data, failure: null };
    const { path } = error;
    const failure = failureOf(error);
    if (failure) return { data: null, failure, path };
    onUnexpected(error.originalError ?? error);
    return { data: null, path, failure: { code: 'INTERNAL', problems: [{ reason: 'UNEXPECTED' }] } };
  };
}
