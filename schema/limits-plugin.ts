import type { ApolloServerPlugin } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../src/core/context.js';
import { withStatus } from '../src/http/graph-reply.js';
import { rateLimitHeaders } from '../src/adapters/limits/recording-limits.js';
import { badRequest, type OperationLimits, type ReportedCost } from './operation-limits.js';

/** Enforces the limits on operations, and returns cost and maximum in the response's extensions. */
export function limitsPlugin(schema: GraphQLSchema, operationLimits: OperationLimits): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () => {
      let cost: ReportedCost | undefined;
      return Promise.resolve({
        didResolveOperation: ({ document, operation, queryHash, request, contextValue: context }) =>
          withStatus(async () => {
            if (!operation || !schema.getRootType(operation.operation)) {
              throw badRequest(
                ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE,
                'The document has no such operation.',
              );
            }
            const requested = { document, operation, queryHash, variables: request.variables ?? {}, context };
            const measured = await operationLimits.measure(requested);
            request.variables = measured.variables;
            cost = measured.cost;
            operationLimits.admit(measured, requested);
            context.subscription?.execute(operation.operation, measured.cost.values);
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
