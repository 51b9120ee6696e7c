import { BREAK, getOperationAST, visit, type DocumentNode, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { compileOperation, interpretOperation, type RunnableOperation } from './execute.js';
import { fieldCount } from './limits.js';

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
