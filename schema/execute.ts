import {
  defaultFieldResolver,
  execute,
  getOperationAST,
  GraphQLError,
  valueFromASTUntyped,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../src/core/context.js';
import { withSpan } from '../src/telemetry/request/request-record.js';
import { isPaced, pacedFieldResolver } from './pacing.js';

/** A parsed and validated operation, ready to run. */
export interface RunnableOperation {
  run(context: Context, variables: Readonly<Record<string, unknown>>): Promise<ExecutionResult>;
}

/**
 * Compiles one operation of a validated document.
 *
 * @param operationName selects one of several operations
 * @throws GraphQLError if the document has no such operation
 */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string,
): RunnableOperation {
  const compiled = compileQuery(schema, document, operationName ?? '', { disablingCapturingStackErrors: true });
  if (!isCompiledQuery(compiled)) {
    const [problem] = compiled.errors ?? [];
    throw problem ? asGraphQLError(problem) : new GraphQLError('Failed to compile the operation.');
  }
  const defaults = defaultsOf(document, operationName);
  const name = nameOf(document, operationName);
  return {
    async run(context, variables) {
      const result = await withSpan(name, () => compiled.query(undefined, context, { ...defaults, ...variables }));
      return result.errors ? { ...result, errors: result.errors.map(asGraphQLError) } : result;
    },
  };
}

/** Interprets an operation instead: for documents that may not repeat, and for paced operations. */
export function interpretOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string,
): RunnableOperation {
  return {
    run: async (contextValue, variableValues) =>
      withSpan(nameOf(document, operationName), () =>
        execute({
          ...{ schema, document, contextValue, variableValues },
          operationName: operationName ?? null,
          fieldResolver: isPaced(contextValue) ? pacedFieldResolver : defaultFieldResolver,
        }),
      ),
  };
}

/** The span name in traces. */
const nameOf = (document: DocumentNode, operationName?: string): string =>
  getOperationAST(document, operationName)?.name?.value ?? 'anonymous';

/** Default values of the operation's variables: compiled code requires a variable of type `Int! = 20` even so. */
function defaultsOf(document: DocumentNode, operationName?: string): Readonly<Record<string, unknown>> {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  return Object.fromEntries(
    definitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
    ),
  );
}

/** Converts errors of compiled code, whose class lacks members of GraphQLError. */
function asGraphQLError({ message, locations, path, originalError }: GraphQLError): GraphQLError {
  const error = new GraphQLError(message, { path: path ?? null, originalError: originalError ?? null });
  return locations?.length ? Object.assign(error, { locations }) : error;
}
