import { ApolloServer, type ApolloServerPlugin, type GraphQLRequestListener } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { NoSchemaIntrospectionCustomRule, type GraphQLSchema } from 'graphql';
import type { FairQueue } from '../src/core/common/fair-queue.js';
import type { Context } from '../src/core/context.js';
import { nextIteration } from '../src/database/time-slice.js';
import { formatError, errorReportingPlugin, type ErrorListeners } from './error-reporting.js';
import { createDocumentStore } from './document-store.js';
import { createCompiledOperations } from './execute.js';
import { fieldCount, limits } from './limits.js';
import { limitsPlugin } from './limits-plugin.js';
import { ownDocumentOf } from './own-document.js';
import { runInTurn, isPaced, paceIntrospection } from './pacing.js';
import { createPersistedQueries, createTrust, type TrustedDocuments } from './trusted-documents.js';
import { createOperationLimits, type RequestedOperation } from './operation-limits.js';
import { createRepeatedQueries, type RepeatedQueries } from './repeated-queries.js';
import { createResponseWriter, responsePlugin } from './response-plugin.js';

export interface GraphOptions extends ErrorListeners {
  readonly introspection: boolean;
  /** Whether validation errors may suggest names from the schema ("Did you mean …"). */
  readonly suggests: boolean;
  readonly trusted: TrustedDocuments;
  /** Counts further bytes of the current response in memory. Returns false if its caller or the process holds too many. */
  readonly reserve: (bytes: number) => boolean;
  /** In which the queries of all callers take turns. */
  readonly queueOf: FairQueue;
  /** Called with the operation name of a request as soon as the operation is resolved. */
  readonly onOperation: (name: string) => void;
}

/** The two ways of executing ad-hoc operations. */
export interface AdHocOperations {
  /** Executes all operations. */
  readonly apollo: ApolloServer<Context>;
  /** Executes queries that Apollo has executed before. */
  readonly repeated: RepeatedQueries;
}

/** Serves Apollo's protocol with compiled execution: each document text is parsed, validated and compiled once. */
export async function createApollo(schema: GraphQLSchema, options: GraphOptions): Promise<AdHocOperations> {
  const compiled = createCompiledOperations(schema);
  paceIntrospection();
  const persistedQueries = createPersistedQueries();
  const { plugin: trustPlugin, isTrusted, ...trust } = createTrust(options.trusted, persistedQueries.find);
  const operationLimits = createOperationLimits(schema, options.suggests, isTrusted, options.queueOf);
  const write = createResponseWriter(options, isTrusted, options.reserve);
  const execute = ({ document, operation, queryHash, context, variables }: RequestedOperation) => {
    const isSmall = () => fieldCount(ownDocumentOf(document, operation)) <= limits.compiledFields;
    const mayCompile = isTrusted(queryHash) || (!isPaced(context) && isSmall());
    const runnable = compiled(document, operation.name?.value, variables, mayCompile);
    return runInTurn(context, () => runnable.run(context, variables));
  };
  const { onOperation, onUnexpected } = options;
  const repeated = createRepeatedQueries({ limits: operationLimits, execute, write, onOperation, onUnexpected });
  const apollo = new ApolloServer<Context>({
    gateway: {
      onSchemaLoadOrUpdate(tell) {
        tell({ apiSchema: schema, coreSupergraphSdl: '' });
        return () => undefined;
      },
      load: () =>
        Promise.resolve({
          executor: ({ document, operation, queryHash, context, request: { variables = {} } }) =>
            execute({ document, operation, queryHash, variables, context: context as Context }),
        }),
      stop: () => Promise.resolve(),
    },
    parseOptions: { maxTokens: limits.tokens },
    validationOptions: { maxErrors: limits.problems, hideSuggestions: !options.suggests },
    validationRules: options.introspection ? [] : [NoSchemaIntrospectionCustomRule],
    includeStacktraceInErrorResponses: false,
    documentStore: createDocumentStore(),
    stopOnTerminationSignals: false,
    // Without cookies, a cross-site GET can only read public data. `checkRequest` covers POST.
    csrfPrevention: false,
    ...trust,
    formatError,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      // Would run for every field of every record, only to set the no-store that `limitsPlugin` sets anyway.
      ApolloServerPluginCacheControlDisabled(),
      longDocumentsPlugin,
      namingPlugin(onOperation),
      // Before the limits, which reject an unparsed document because it has no operation.
      trustPlugin,
      limitsPlugin(schema, operationLimits),
      persistedQueries.plugin,
      errorReportingPlugin(options),
      repeated.plugin,
      responsePlugin(write),
    ],
  });
  await apollo.start();
  return { apollo, repeated };
}

function namingPlugin(onOperation: GraphOptions['onOperation']): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation({ operationName }) {
          if (operationName !== null) onOperation(operationName);
          return Promise.resolve();
        },
      }),
  };
}

/**
 * Parses, validates, measures and starts new long documents one at a time, each step in its own event-loop turn. A step
 * takes up to 10 ms, and several requests may arrive in one turn.
 */
const longDocumentsPlugin: ApolloServerPlugin<Context> = {
  requestDidStart: ({ request: { query = '' } }) =>
    Promise.resolve(query.length > limits.pacedCharacters ? pacedListener() : undefined),
};

function pacedListener(): GraphQLRequestListener<Context> {
  let isNew = false;
  return {
    parsingDidStart() {
      isNew = true;
      return nextIteration();
    },
    validationDidStart: async () => {
      await nextIteration();
      return () => nextIteration();
    },
    responseForOperation: async () => {
      if (isNew) await nextIteration();
      return null;
    },
  };
}
