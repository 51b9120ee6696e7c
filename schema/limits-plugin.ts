import type { ApolloServerPlugin } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, OperationTypeNode, type GraphQLSchema } from 'graphql';
import type { Context } from '../src/core/context.js';
import { withStatus } from '../src/http/graph-reply.js';
import { normalizedKey } from '../src/adapters/limits/hashed-key.js';
import { rateLimitHeaders } from '../src/adapters/limits/rate-limit-headers.js';
import { createTableSizes } from '../src/database/sql/table-sizes.js';
import { createKeyedQueues } from '../src/core/request/keyed-queue.js';
import { domainError } from '../src/core/errors.js';
import { createCosts, costOfScans, type Scan } from './costs.js';
import { allowanceOf, checkCost, checkShape, limits, type Cost } from './limits.js';
import { mergedFieldsOf, type MergedField } from './merged-fields.js';
import { immediately, pace } from './pacing.js';
import { declaredOf, problemOfSize, problemOfTypes } from './variables.js';

/** `extensions.cost` of a response: the cost of the operation and the maximum for the caller. */
interface ReportedCost extends Cost {
  readonly most: Cost;
}

/**
 * Enforces the limits on depth and cost of operations, and returns cost and maximum in the response's extensions.
 *
 * @param suggests whether errors may suggest names from the schema
 * @param isTrusted whether the document with this hash is one of the operator's trusted documents
 */
export function limitsPlugin(
  schema: GraphQLSchema,
  suggests: boolean,
  isTrusted: (queryHash: string) => boolean,
): ApolloServerPlugin<Context> {
  const costOf = createCosts(schema);
  const tableSizes = createTableSizes();
  const scanQueueOf = createKeyedQueues(limits.scans.concurrent, limits.scans.pending);
  const pacedQueueOf = createKeyedQueues(limits.paced.concurrent, limits.paced.pending);
  const scanCost = async (scans: readonly Scan[], { reads }: Context) =>
    costOfScans(scans, await tableSizes(reads.scope.run));
  return {
    requestDidStart: () => {
      let cost: ReportedCost | undefined;
      return Promise.resolve({
        didResolveOperation: ({ document, operation, queryHash, request, contextValue }) =>
          withStatus(async () => {
            if (!operation || !schema.getRootType(operation.operation)) {
              throw badRequest(
                ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE,
                'The document has no such operation.',
              );
            }
            const variables = declaredOf(operation, request.variables ?? {});
            request.variables = variables;
            throwIf(problemOfSize(variables));
            const { rows, values, scans, mayScan } = costOf(document, operation, variables, () => {
              throwIf(problemOfTypes(schema, operation, variables, suggests));
              checkShape(document, operation);
              if (!isTrusted(queryHash)) checkResponseNames(mergedFieldsOf(schema, document, operation));
            });
            const most = allowanceOf(contextValue.viewer);
            const scanned = scans.length === 0 || isTrusted(queryHash) ? 0 : await scanCost(scans, contextValue);
            cost = { rows: rows + scanned, values, most };
            checkCost(cost, most);
            if (isTrusted(queryHash)) return;
            if (mayScan) contextValue.reads.scans.throttle(scanQueueOf(identityOf(contextValue)));
            if (values <= limits.paced.values) return;
            // A queued mutation may hold a pool connection that operations ahead of it need, so mutations never queue.
            const isQuery = operation.operation === OperationTypeNode.QUERY;
            pace(contextValue, isQuery ? pacedQueueOf(identityOf(contextValue)) : immediately);
          }),
        willSendResponse({ response: { body, http }, contextValue }) {
          for (const [name, value] of Object.entries(rateLimitHeaders(contextValue.limitStates))) {
            http.headers.set(name.toLowerCase(), value);
          }
          http.headers.set('cache-control', 'no-store');
          if (body.kind !== 'single') return Promise.resolve();
          const { singleResult } = body;
          if (cost !== undefined) singleResult.extensions = { ...singleResult.extensions, cost };
          return Promise.resolve();
        },
      });
    },
  };
}

/** The queue key, as for rate limits: the account, or the address of an anonymous caller. */
const identityOf = ({ viewer, client }: Context): string =>
  viewer ? `user ${viewer.id}` : `address ${normalizedKey('address', client.address)}`;

function throwIf(problem: GraphQLError | undefined): void {
  if (problem) throw badRequest(ApolloServerErrorCode.BAD_USER_INPUT, problem.message, problem);
}

function badRequest(code: ApolloServerErrorCode, message: string, at?: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes: at?.nodes ?? null, extensions: { code, http: { status: 400 } } });
}

const checked = new WeakSet<readonly MergedField[]>();

/**
 * Bounds amplification by aliases: each alias of a field repeats the whole value of the field.
 *
 * @throws DomainError TOO_LARGE if there are too many root fields, or too many aliases of one field below the root
 */
function checkResponseNames(rootFields: readonly MergedField[]): void {
  if (checked.has(rootFields)) return;
  if (rootFields.length > limits.rootFields) throw domainError('TOO_LARGE', 'TOO_COSTLY');
  for (const { fields } of rootFields) checkBelow(fields);
  checked.add(rootFields);
}

function checkBelow(fields: readonly MergedField[]): void {
  const counts = new Map<unknown, number>();
  for (const { definition, parentType, fields: below } of fields) {
    // Field definitions are unique per type, except `__typename`.
    const key = definition.name === '__typename' ? parentType : definition;
    const count = (counts.get(key) ?? 0) + 1;
    if (count > limits.responseNames) throw domainError('TOO_LARGE', 'TOO_COSTLY');
    counts.set(key, count);
    checkBelow(below);
  }
}
