import type { ApolloServerPlugin } from '@apollo/server';
import { OperationTypeNode, type DocumentNode, type ExecutionResult, type OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../src/core/context.js';
import type { OperationRequest } from './document-id.js';
import { HttpError } from '../src/http/http-error.js';
import type { Reply } from '../src/http/send.js';
import { tokenCount } from './document-store.js';
import { isExpected } from './error-reporting.js';
import type { OperationLimits, RequestedOperation } from './operation-limits.js';
import { queryRequestOf } from './query-request.js';
import type { WriteResponse } from './response-plugin.js';

/** The steps of a request, which Apollo's plugins and executor share. */
export interface QuerySteps {
  readonly limits: OperationLimits;
  readonly execute: (requested: RequestedOperation) => Promise<ExecutionResult>;
  readonly write: WriteResponse;
  /** Called with the name of the operation, unless it is anonymous. */
  readonly onOperation: (name: string) => void;
  /** Called with errors that no request causes: defects, which the repetition by Apollo would hide. */
  readonly onUnexpected: (error: unknown) => void;
}

/** Responds without Apollo to queries that Apollo has executed before. */
export interface RepeatedQueries {
  /**
   * Returns null if Apollo must respond: to all other requests, and to failing ones. `Accept` is the media type of the
   * response.
   */
  readonly respond: (request: OperationRequest, contextOf: () => Promise<Context>) => Promise<Reply | null>;
  /** Records the queries that Apollo has executed. */
  readonly plugin: ApolloServerPlugin<Context>;
}

/** A document that Apollo has parsed and validated. */
interface KnownDocument {
  readonly document: DocumentNode;
  readonly queryHash: string;
  /** Its executed queries, by the name in the request. */
  readonly operations: Map<string | undefined, OperationDefinitionNode>;
}

/** Apollo executes the query again, formats its errors and reports them. */
class FailedExecution extends Error {}

/** Cache size in tokens of 0.5 kB. Most documents are in Apollo's store, too. */
const MAX_TOKENS = 20_000;

/**
 * Apollo takes longer than the execution of an average query: it creates a dozen promises and a hash for each request.
 * What it decides once for a text is the same for the next request with this text: syntax, validity, the policy for
 * untrusted documents, the operation.
 */
export function createRepeatedQueries({
  limits,
  execute,
  write,
  onOperation,
  onUnexpected,
}: QuerySteps): RepeatedQueries {
  const documents = new LRUCache<string, KnownDocument>({
    maxSize: MAX_TOKENS,
    sizeCalculation: ({ document }) => tokenCount(document),
  });

  async function run(requested: RequestedOperation): Promise<readonly Buffer[]> {
    const measured = await limits.measure(requested);
    limits.admit(measured, requested);
    const { data, errors } = await execute({ ...requested, variables: measured.variables });
    if (errors) throw new FailedExecution();
    const extensions = { cost: measured.cost };
    return write({ data: data ?? null, extensions }, requested.operation, requested.queryHash, requested.context);
  }

  return {
    async respond(request, contextOf) {
      const requested = queryRequestOf(request);
      const known = requested && documents.get(requested.query);
      const operation = known?.operations.get(requested?.operationName);
      if (!requested || !known || !operation) return null;
      try {
        if (operation.name) onOperation(operation.name.value);
        const { document, queryHash } = known;
        const { variables } = requested;
        const { accept = 'application/json' } = request.headers;
        const context = await contextOf().catch((cause: unknown) => {
          throw new FailedExecution('No context', { cause });
        });
        const body = await run({ document, operation, queryHash, variables, context });
        return {
          status: 200,
          headers: { 'content-type': `${accept}; charset=utf-8`, 'Cache-Control': 'no-store' },
          body,
        };
      } catch (error) {
        if (error instanceof HttpError) throw error;
        if (!(error instanceof FailedExecution) && !isExpected(error)) onUnexpected(error);
        // Queries have no effects, so that Apollo can execute it again, and report the error.
        known.operations.delete(requested.operationName);
        return null;
      }
    },
    plugin: {
      requestDidStart: () =>
        Promise.resolve({
          willSendResponse({ request, source, document, operation, queryHash, errors }) {
            const isQuery = operation?.operation === OperationTypeNode.QUERY && request.http?.method === 'POST';
            if (!isQuery || errors || source === undefined || !document || queryHash === undefined)
              return Promise.resolve();
            const known = documents.get(source);
            const operations =
              known?.document === document ? known.operations : new Map<string | undefined, OperationDefinitionNode>();
            operations.set(request.operationName, operation);
            documents.set(source, { document, queryHash, operations });
            return Promise.resolve();
          },
        }),
    },
  };
}
