import { GraphQLError, type DocumentNode, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../src/context.js';

/** An operation that is ready to run: parsed, validated and compiled before. */
export interface CompiledOperation {
  run(context: Context, variables: Readonly<Record<string, unknown>>): Promise<ExecutionResult> | ExecutionResult;
}

/**
 * Compiles one operation of a validated document.
 *
 * @param operationName which one, where the document holds several
 * @throws GraphQLError when the document has no such operation
 */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string,
): CompiledOperation {
  const compiled = compileQuery(schema, document, operationName ?? '', { disablingCapturingStackErrors: true });
  if (!isCompiledQuery(compiled)) {
    throw compiled.errors?.[0] ?? new GraphQLError('The operation cannot be compiled');
  }
  return { run: (context, variables) => compiled.query(undefined, context, variables) };
}
