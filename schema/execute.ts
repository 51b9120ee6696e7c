import {
  execute,
  getOperationAST,
  GraphQLError,
  valueFromASTUntyped,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../src/context.js';
import { inSpan } from '../src/request/in-span.js';

/** An operation that is ready to run: parsed and validated before. */
export interface RunnableOperation {
  run(context: Context, variables: Readonly<Record<string, unknown>>): Promise<ExecutionResult>;
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
): RunnableOperation {
  const compiled = compileQuery(schema, document, operationName ?? '', { disablingCapturingStackErrors: true });
  if (!isCompiledQuery(compiled)) {
    const [problem] = compiled.errors ?? [];
    throw problem ? asGraphQLError(problem) : new GraphQLError('The operation cannot be compiled');
  }
  const defaults = defaultsOf(document, operationName);
  const name = nameOf(document, operationName);
  return {
    async run(context, variables) {
      const result = await inSpan(name, () => compiled.query(undefined, context, { ...defaults, ...variables }));
      return result.errors ? { ...result, errors: result.errors.map(asGraphQLError) } : result;
    },
  };
}

/** The same without compiling, for an operation that may never come again. */
export function interpretOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string,
): RunnableOperation {
  return {
    run: async (contextValue, variableValues) =>
      inSpan(nameOf(document, operationName), () =>
        execute({ schema, document, contextValue, variableValues, operationName: operationName ?? null }),
      ),
  };
}

/** For those who collect traces. */
const nameOf = (document: DocumentNode, operationName?: string): string =>
  getOperationAST(document, operationName)?.name?.value ?? 'anonymous';

/** The defaults of an operation's variables: the compiled code asks for a variable of type `Int! = 20` all the same. */
function defaultsOf(document: DocumentNode, operationName?: string): Readonly<Record<string, unknown>> {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  return Object.fromEntries(
    definitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
    ),
  );
}

/** The compiled code throws errors of a class of its own, without members that readers of a GraphQLError count on. */
function asGraphQLError({ message, locations, path, originalError }: GraphQLError): GraphQLError {
  const error = new GraphQLError(message, { path: path ?? null, originalError: originalError ?? null });
  return locations?.length ? Object.assign(error, { locations }) : error;
}
