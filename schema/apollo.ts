import {
  ApolloServer,
  type ApolloServerPlugin,
  type GraphQLRequestListener,
  type ApolloServerOptions,
} from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { NoSchemaIntrospectionCustomRule, type GraphQLSchema, type DocumentNode, type Token } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../src/core/context.js';
import { nextIteration } from '../src/database/time-slice.js';
import { formatError, errorReportingPlugin, type ErrorListeners } from './error-reporting.js';
import { createCompiledOperations } from './execute.js';
import { fieldCount, limits } from './limits.js';
import { limitsPlugin } from './limits-plugin.js';
import { runPaced, isPaced, paceIntrospection } from './pacing.js';
import { createPersistedQueries, createTrust, type TrustedDocuments } from './trusted-documents.js';
import { responsePlugin } from './response-plugin.js';

export interface GraphOptions extends ErrorListeners {
  readonly introspection: boolean;
  /** Whether validation errors may suggest names from the schema ("Did you mean …"). */
  readonly suggests: boolean;
  readonly trusted: TrustedDocuments;
  /** Called with the operation name of a request as soon as the operation is resolved. */
  readonly onOperation: (name: string) => void;
}

/** Serves Apollo's protocol with compiled execution: each document text is parsed, validated and compiled once. */
export async function createApollo(schema: GraphQLSchema, options: GraphOptions): Promise<ApolloServer<Context>> {
  const compiled = createCompiledOperations(schema);
  paceIntrospection();
  const persistedQueries = createPersistedQueries();
  const { plugin: trustPlugin, isTrusted, ...trust } = createTrust(options.trusted, persistedQueries.find);
  const server = new ApolloServer<Context>({
    gateway: {
      onSchemaLoadOrUpdate(tell) {
        tell({ apiSchema: schema, coreSupergraphSdl: '' });
        return () => undefined;
      },
      load: () =>
        Promise.resolve({
          executor: async ({ document, operationName, queryHash, context: given, request }) => {
            const context = given as Context;
            const mayCompile =
              isTrusted(queryHash) || (!isPaced(context) && fieldCount(document) <= limits.compiledFields);
            const operation = compiled(document, operationName ?? undefined, mayCompile);
            return runPaced(context, () => operation.run(context, request.variables ?? {}));
          },
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
      namingPlugin(options.onOperation),
      // Before the limits, which reject an unparsed document because it has no operation.
      trustPlugin,
      limitsPlugin(schema, options.suggests, isTrusted),
      persistedQueries.plugin,
      errorReportingPlugin(options),
      responsePlugin(options, isTrusted),
    ],
  });
  await server.start();
  return server;
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

type DocumentStore = NonNullable<ApolloServerOptions<Context>['documentStore']>;

/**
 * Cache size in tokens. A parsed token with its node and locations takes 0.5 kB: 20 MB at most, because garbage
 * collection pauses grow with retained memory. Apollo's own store measures documents as JSON, a fraction of that.
 */
const MAX_CACHED_TOKENS = 40_000;

/** The LRU cache in which Apollo stores parsed and validated documents. */
export function createDocumentStore(): DocumentStore {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: MAX_CACHED_TOKENS,
    sizeCalculation: (document) => tokenCount(document),
  });
  return {
    get: (key) => Promise.resolve(documents.get(key)),
    set: (key, document) => Promise.resolve(void documents.set(key, document)),
    delete: (key) => Promise.resolve(documents.delete(key)),
  };
}

/** Counts the tokens, including start-of-file and end-of-file. */
function tokenCount({ loc }: DocumentNode): number {
  let tokens = 1;
  for (let token: Token | null | undefined = loc?.startToken; token; token = token.next) tokens += 1;
  return tokens;
}
