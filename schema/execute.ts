import {
  defaultFieldResolver,
  execute,
  getOperationAST,
  GraphQLError,
  valueFromASTUntyped,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { Context } from '../src/core/context.js';
import { withSpan } from '../src/telemetry/request/request-record.js';
import { isCompilable } from './compilable.js';
import { fieldCount } from './limits.js';
import { ownDocumentOf } from './own-document.js';
import { isPaced, pacedFieldResolver } from './pacing.js';
import type { Variables } from './variables.js';
import { documentOf, variantOf, type Variant } from './variants.js';

/** A parsed and validated operation, ready to run. */
export interface RunnableOperation {
  run(context: Context, variables: Variables): Promise<ExecutionResult>;
}

/**
 * Compiles an operation of a validated document when it runs: once for each combination of values of the variables on
 * which its conditions (`@skip`, `@include`) depend. Interprets it if a condition has no Boolean value, and if compiled
 * code would return something else.
 *
 * @param operationName selects one of several operations
 */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string,
): RunnableOperation {
  const operation = getOperationAST(document, operationName);
  const own = operation && ownDocumentOf(document, operation);
  const isCompiled = own && isCompilable(schema, own, operation);
  const interpreted = interpretOperation(schema, document, operationName);
  const compiled = new WeakMap<Variant, RunnableOperation>();
  return {
    run(context, variables) {
      const variant = isCompiled ? variantOf(own, operation, variables) : null;
      if (!variant) return interpreted.run(context, variables);
      let runnable = compiled.get(variant);
      if (!runnable)
        compiled.set(variant, (runnable = compileDocument(schema, documentOf(variant), variant.operation)));
      return runnable.run(context, variables);
    },
  };
}

/**
 * Compiles an operation of a document without conditions: graphql-jit applies the conditions of one place to others, if
 * both share a fragment.
 */
function compileDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): RunnableOperation {
  const name = operation.name?.value;
  const compiled = compileQuery(schema, document, name ?? '', { disablingCapturingStackErrors: true });
  if (!isCompiledQuery(compiled)) {
    const [problem] = compiled.errors ?? [];
    throw problem ? asGraphQLError(problem) : new GraphQLError('Failed to compile the operation.');
  }
  const defaults = defaultsOf(operation);
  return {
    async run(context, variables) {
      const result = await withSpan(spanOf(name), () =>
        compiled.query(undefined, context, { ...defaults, ...variables }),
      );
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
      withSpan(spanOf(getOperationAST(document, operationName)?.name?.value), () =>
        execute({
          ...{ schema, document, contextValue, variableValues },
          operationName: operationName ?? null,
          fieldResolver: isPaced(contextValue) ? pacedFieldResolver : defaultFieldResolver,
        }),
      ),
  };
}

/** The span in traces of an operation with this name. */
const spanOf = (name: string | undefined): string => name ?? 'anonymous';

/** Default values of the operation's variables: compiled code requires a variable of type `Int! = 20` even so. */
function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
    ),
  );
}

/** Converts errors of compiled code, whose class lacks members of GraphQLError. */
function asGraphQLError({ message, locations, path, originalError }: GraphQLError): GraphQLError {
  const error = new GraphQLError(message, { path: path ?? null, originalError: originalError ?? null });
  return locations?.length ? Object.assign(error, { locations }) : error;
}

/** Cache size in fields. Compiled code takes several kB per field: about 50 MB at most. */
const MAX_CACHED_FIELDS = 5_000;

/** Share of time spent compiling, at most: with many documents, most are evicted before compiling them pays off. */
const MAX_COMPILING_SHARE = 0.05;

/** Returns how to run an operation of a validated document with the variables of a request. */
type RunnableFor = (
  document: DocumentNode,
  operationName?: string,
  variables?: Variables,
  mayCompile?: boolean,
) => RunnableOperation;

/**
 * Compiles a variant of an operation at its second request, in an LRU cache. Compiling takes longer than a few
 * interpreted runs, so a document requested once is interpreted and uses no memory. While compiling exceeds its share of
 * time, documents are interpreted.
 *
 * Never compiles mutations: compiled code runs the fields after a failed one, and does not report them.
 *
 * @param compilingShare maximum share of time, 0 to 1; Infinity disables the limit
 */
export function createCompiledOperations(schema: GraphQLSchema, compilingShare = MAX_COMPILING_SHARE): RunnableFor {
  // By identity: Apollo's document store parses equal texts once, and bounds the number of documents.
  const seen = new WeakSet<Variant>();
  const compiled = new LRUCache<Variant, RunnableOperation>({ maxSize: MAX_CACHED_FIELDS });
  let compilesFrom = 0;
  const compile = (variant: Variant): RunnableOperation => {
    const begin = performance.now();
    const document = documentOf(variant);
    const runnable = compileDocument(schema, document, variant.operation);
    const end = performance.now();
    compilesFrom = end + (end - begin) / compilingShare;
    compiled.set(variant, runnable, { size: Math.max(fieldCount(document), 1) });
    return runnable;
  };
  const isDue = (variant: Variant): boolean =>
    performance.now() >= compilesFrom &&
    seen.has(variant) &&
    variant.operation.operation !== OperationTypeNode.MUTATION &&
    isCompilable(schema, variant.document, variant.operation);
  return (document, operationName, variables = {}, mayCompile = true) => {
    const operation = mayCompile ? getOperationAST(document, operationName) : null;
    const variant = operation && variantOf(ownDocumentOf(document, operation), operation, variables);
    const known = variant && compiled.get(variant);
    if (known) return known;
    if (variant && isDue(variant)) return compile(variant);
    if (variant) seen.add(variant);
    return interpretOperation(schema, document, operationName);
  };
}
