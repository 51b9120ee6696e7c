import { getOperationAST, type DocumentNode, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { compileOperation, interpretOperation, type RunnableOperation } from './execute.js';
import { fieldCount } from './limits.js';

/** Compiled code takes several kilobytes for each field of an operation: about fifty megabytes at most. */
const FIELDS_KEPT = 5_000;

/** The operations of one document, by name. */
type Operations = Map<string | undefined, RunnableOperation>;

/**
 * Compiles what callers write once it comes a second time: compiling takes longer than running a few times without, so
 * a document that never comes again is not worth it, and costs no memory. The documents used longest ago are forgotten.
 *
 * Mutations are never compiled: compiled code goes on with the fields behind one that failed, and does not tell of them.
 */
export function createCompiledOperations(
  schema: GraphQLSchema,
): (document: DocumentNode, operationName?: string) => RunnableOperation {
  // By identity: Apollo parses equal texts once, and keeps the documents within bounds of its own.
  const seen = new WeakSet<DocumentNode>();
  const documents = new LRUCache<DocumentNode, Operations>({
    maxSize: FIELDS_KEPT,
    sizeCalculation: (_, document) => Math.max(fieldCount(document), 1),
  });
  return (document, operationName) => {
    const isMutation = getOperationAST(document, operationName)?.operation === 'mutation';
    if (isMutation || !seen.has(document)) {
      seen.add(document);
      return interpretOperation(schema, document, operationName);
    }
    const operations: Operations = documents.get(document) ?? new Map();
    let operation = operations.get(operationName);
    if (!operation) {
      operations.set(operationName, (operation = compileOperation(schema, document, operationName)));
      documents.set(document, operations);
    }
    return operation;
  };
}
