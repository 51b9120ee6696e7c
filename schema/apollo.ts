import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import {
  GraphQLError,
  getVariableValues,
  NoSchemaIntrospectionCustomRule,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { randomUUID } from 'node:crypto';
import type { Context } from '../src/context.js';
import type { Reason } from '../src/errors.js';
import { withStatus } from '../src/http/graph-status.js';
import { rateLimitHeaders } from '../src/limits/headers.js';
import { createCompiledOperations } from './compiled-operations.js';
import { describeFailure, failureOf } from './errors.js';
import { createCosts } from './costs.js';
import { checkCost, checkShape, limits } from './limits.js';

export interface GraphOptions {
  readonly introspection: boolean;
  /** Told of everything that went wrong on our side; without a request id where it happened before there was one. */
  readonly onUnexpected: (error: unknown, requestId?: string) => void;
  /** Told of the operation that a request names, before it is looked at any further. */
  readonly onOperation: (name: string, context: Context) => void;
}

/** Apollo's protocol over our compiled execution: documents are parsed, checked and compiled once for each text. */
export async function createApollo(schema: GraphQLSchema, options: GraphOptions): Promise<ApolloServer<Context>> {
  const compiled = createCompiledOperations(schema);
  const server = new ApolloServer<Context>({
    gateway: {
      onSchemaLoadOrUpdate(tell) {
        tell({ apiSchema: schema, coreSupergraphSdl: '' });
        return () => undefined;
      },
      load: () =>
        Promise.resolve({
          executor: async ({ document, operationName, context, request }) =>
            compiled(document, operationName ?? undefined).run(context as Context, request.variables ?? {}),
        }),
      stop: () => Promise.resolve(),
    },
    parseOptions: { maxTokens: limits.tokens },
    validationRules: options.introspection ? [] : [NoSchemaIntrospectionCustomRule],
    hideSchemaDetailsFromClientErrors: !options.introspection,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    formatError,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      // It would be called for every field of every record, to say in the end what `limitsPlugin` says: no-store.
      ApolloServerPluginCacheControlDisabled(),
      namingPlugin(options.onOperation),
      limitsPlugin(schema),
      reportingPlugin(options.onUnexpected),
    ],
  });
  await server.start();
  return server;
}

function namingPlugin(onOperation: GraphOptions['onOperation']): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation({ operationName, contextValue }) {
          if (operationName !== null) onOperation(operationName, contextValue);
          return Promise.resolve();
        },
      }),
  };
}

/** Depth and cost of what callers write; the cost and the request id go back with the answer. */
function limitsPlugin(schema: GraphQLSchema): ApolloServerPlugin<Context> {
  const costOf = createCosts(schema);
  return {
    requestDidStart: () => {
      let cost: number | undefined;
      return Promise.resolve({
        didResolveOperation: ({ document, operation, operationName, request: { variables = {} }, contextValue }) =>
          withStatus(() => {
            if (!operation || !schema.getRootType(operation.operation)) {
              throw refused(ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE, 'There is no such operation to run.');
            }
            checkVariables(schema, operation, variables);
            checkShape(document, operation);
            const whole = costOf(document, operationName ?? undefined, variables);
            cost = whole.rows;
            checkCost(whole, contextValue.viewer);
          }),
        willSendResponse({ response: { body, http }, contextValue }) {
          for (const [name, value] of Object.entries(rateLimitHeaders(contextValue.limitStates))) {
            http.headers.set(name.toLowerCase(), value);
          }
          http.headers.set('cache-control', 'no-store');
          if (body.kind !== 'single') return Promise.resolve();
          const { singleResult } = body;
          if (cost !== undefined) singleResult.extensions = { ...singleResult.extensions, cost };
          for (const error of singleResult.errors ?? []) {
            Object.assign(error.extensions ?? {}, { requestId: contextValue.requestId });
          }
          return Promise.resolve();
        },
      });
    },
  };
}

/** @throws GraphQLError as bad input when the variables do not fit the operation */
function checkVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): void {
  const [problem] = getVariableValues(schema, variableDefinitions, variables, { maxErrors: 1 }).errors ?? [];
  if (problem) throw refused(ApolloServerErrorCode.BAD_USER_INPUT, problem.message, problem);
}

function refused(code: ApolloServerErrorCode, message: string, at?: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes: at?.nodes ?? null, extensions: { code, http: { status: 400 } } });
}

/** What Apollo itself refuses, in the words of our closed unions. */
const refusals: Readonly<Record<string, Reason>> = {
  [ApolloServerErrorCode.GRAPHQL_PARSE_FAILED]: 'DOCUMENT_UNREADABLE',
  [ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED]: 'DOCUMENT_INVALID',
  [ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE]: 'DOCUMENT_INVALID',
  [ApolloServerErrorCode.BAD_USER_INPUT]: 'VARIABLES_INVALID',
  [ApolloServerErrorCode.BAD_REQUEST]: 'REQUEST_INVALID',
  [ApolloServerErrorCode.PERSISTED_QUERY_NOT_FOUND]: 'DOCUMENT_UNKNOWN',
  [ApolloServerErrorCode.PERSISTED_QUERY_NOT_SUPPORTED]: 'DOCUMENT_UNKNOWN',
};

/** What a refusal of Apollo or of the executor means; undefined for the core's own errors and for faults of ours. */
function refusalOf(error: unknown): Reason | undefined {
  const code = error instanceof GraphQLError ? String(error.extensions['code']) : '';
  return refusals[code] ?? (isCoercionError(error) ? 'VARIABLES_INVALID' : undefined);
}

const FORGERY = 'This operation has been blocked as a potential Cross-Site Request Forgery';
/** Apollo's sentence about requests that any page could have sent names neither of our ways. */
const ownWords = (message: string): string =>
  message.startsWith(FORGERY)
    ? 'Send a POST with JSON, name a stored operation (?operation=…), or send the header apollo-require-preflight.'
    : message;

/** Every error as graph.md has it; what was not meant to be said becomes a fixed sentence. */
function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { locations, path } = formatted;
  const place = { ...(locations && { locations }), ...(path && { path }) };
  const reason = refusalOf(error);
  const failure =
    failureOf(error) ??
    (reason
      ? { code: 'INVALID' as const, problems: [{ reason }] }
      : { code: 'INTERNAL' as const, problems: [{ reason: 'UNEXPECTED' as const }] });
  const { message, extensions } = describeFailure(failure);
  // What is refused before a request has an id gets one here; any other's own id replaces it.
  return {
    ...place,
    message: reason ? ownWords(formatted.message) : message,
    extensions: { ...extensions, requestId: randomUUID() },
  };
}

/** Tells of faults of ours, and of nothing that a caller did. */
function reportingPlugin(onUnexpected: GraphOptions['onUnexpected']): ApolloServerPlugin<Context> {
  const report = (error: unknown, requestId?: string) => {
    if (failureOf(error) || refusalOf(error)) return;
    onUnexpected(error instanceof GraphQLError ? (error.originalError ?? error) : error, requestId);
  };
  return {
    contextCreationDidFail: ({ error }) => Promise.resolve(report(error)),
    unexpectedErrorProcessingRequest: ({ error }) => Promise.resolve(report(error)),
    requestDidStart: () =>
      Promise.resolve({
        didEncounterErrors({ errors, contextValue }) {
          for (const error of errors) report(error, contextValue.requestId);
          return Promise.resolve();
        },
      }),
  };
}

/** The executor refuses variables before any field runs, so these errors have neither a path nor a cause. */
function isCoercionError(error: unknown): boolean {
  return error instanceof GraphQLError && error.originalError === undefined && error.path === undefined;
}
