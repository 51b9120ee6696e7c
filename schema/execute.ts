import {
  defaultFieldResolver,
  execute,
  getOperationAST,
  GraphQLError,
  valueFromASTUntyped,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  BREAK,
  visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { Context } from '../src/core/context.js';
import { withSpan } from '../src/telemetry/request/request-record.js';
import { fieldCount } from './limits.js';
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

/** Cache size in fields. Compiled code takes several kB per field: about 50 MB at most. */
const MAX_CACHED_FIELDS = 5_000;

/** Share of time spent compiling, at most: with many documents, most are evicted before compiling them pays off. */
const MAX_COMPILING_SHARE = 0.05;

/** The operations of one document, by name. */
type Operations = Map<string | undefined, RunnableOperation>;

/**
 * Compiles a document at its second request, in an LRU cache. Compiling takes longer than a few interpreted runs, so a
 * document requested once is interpreted and uses no memory. While compiling exceeds its share of time, documents are
 * interpreted.
 *
 * Never compiles mutations: compiled code runs the fields after a failed one, and does not report them. Never compiles
 * documents with names such as `__proto__`: compiled code writes aliases to and reads variables from plain objects,
 * which inherit such members.
 *
 * @param compilingShare maximum share of time, 0 to 1; Infinity disables the limit
 */
export function createCompiledOperations(
  schema: GraphQLSchema,
  compilingShare = MAX_COMPILING_SHARE,
): (document: DocumentNode, operationName?: string, mayCompile?: boolean) => RunnableOperation {
  // By identity: Apollo's document store parses equal texts once, and bounds the number of documents.
  const seen = new WeakSet<DocumentNode>();
  const documents = new LRUCache<DocumentNode, Operations>({
    maxSize: MAX_CACHED_FIELDS,
    sizeCalculation: (_, document) => Math.max(fieldCount(document), 1),
  });
  let compilesFrom = 0;
  const compile = (document: DocumentNode, operationName: string | undefined): RunnableOperation => {
    const begin = performance.now();
    const operation = compileOperation(schema, document, operationName);
    const end = performance.now();
    compilesFrom = end + (end - begin) / compilingShare;
    return operation;
  };
  const isCompilable = (document: DocumentNode, operationName: string | undefined): boolean =>
    performance.now() >= compilesFrom &&
    seen.has(document) &&
    getOperationAST(document, operationName)?.operation !== 'mutation' &&
    !usesPrototypeNames(document);
  return (document, operationName, mayCompile = true) => {
    const operations = documents.get(document) ?? new Map<string | undefined, RunnableOperation>();
    const compiled = mayCompile ? operations.get(operationName) : undefined;
    if (compiled) return compiled;
    if (mayCompile && isCompilable(document, operationName)) {
      const operation = compile(document, operationName);
      documents.set(document, operations.set(operationName, operation));
      return operation;
    }
    seen.add(document);
    return interpretOperation(schema, document, operationName);
  };
}

/** Whether the document contains a name that plain objects inherit from `Object.prototype`. */
function usesPrototypeNames(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Name({ value }) {
      found = Object.hasOwn(Object.prototype, value);
      return found ? BREAK : undefined;
    },
  });
  return found;
}
