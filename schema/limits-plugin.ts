import type { ApolloServerPlugin } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { Context } from '../src/context.js';
import { withStatus } from '../src/http/graph-status.js';
import { rateLimitHeaders } from '../src/limits/headers.js';
import { createCosts, type Cost } from './costs.js';
import { allowanceOf, checkCost, checkShape } from './limits.js';
import { declaredOf, problemOfSize, problemOfTypes } from './variables.js';

/** `extensions.cost` of an answer: what the operation may touch, and what the caller may spend on one. */
interface ToldCost extends Cost {
  readonly most: Cost;
}

/**
 * Depth and cost of what callers write; the cost goes back with the answer, and what may be spent.
 *
 * @param suggests whether refusals may name what the schema has instead of what was asked for
 */
export function limitsPlugin(schema: GraphQLSchema, suggests: boolean): ApolloServerPlugin<Context> {
  const costOf = createCosts(schema);
  return {
    requestDidStart: () => {
      let cost: ToldCost | undefined;
      return Promise.resolve({
        didResolveOperation: ({ document, operation, request, contextValue }) =>
          withStatus(() => {
            if (!operation || !schema.getRootType(operation.operation)) {
              throw refused(ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE, 'There is no such operation to run.');
            }
            const variables = declaredOf(operation, request.variables ?? {});
            request.variables = variables;
            refuseFor(problemOfSize(variables));
            const { rows, values } = costOf(document, operation, variables, () => {
              refuseFor(problemOfTypes(schema, operation, variables, suggests));
              checkShape(document, operation);
            });
            const most = allowanceOf(contextValue.viewer);
            cost = { rows, values, most };
            checkCost(cost, most);
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

function refuseFor(problem: GraphQLError | undefined): void {
  if (problem) throw refused(ApolloServerErrorCode.BAD_USER_INPUT, problem.message, problem);
}

function refused(code: ApolloServerErrorCode, message: string, at?: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes: at?.nodes ?? null, extensions: { code, http: { status: 400 } } });
}
