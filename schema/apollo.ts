import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { NoSchemaIntrospectionCustomRule, type GraphQLSchema } from 'graphql';
import type { Context } from '../src/context.js';
import { createDocumentStore } from './document-store.js';
import { formatError, reportingPlugin, type Reports } from './answered-errors.js';
import { createCompiledOperations } from './compiled-operations.js';
import { limits } from './limits.js';
import { limitsPlugin } from './limits-plugin.js';
import { trusting, type TrustedDocuments } from './trusted-documents.js';

export interface GraphOptions extends Reports {
  readonly introspection: boolean;
  /** Whether refusals may name what the schema has instead of what was asked for. */
  readonly suggests: boolean;
  readonly trusted: TrustedDocuments;
  /** Told of the operation that a request names, before it is looked at any further. */
  readonly onOperation: (name: string) => void;
}

/** Apollo's protocol over our compiled execution: documents are parsed, checked and compiled once for each text. */
export async function createApollo(schema: GraphQLSchema, options: GraphOptions): Promise<ApolloServer<Context>> {
  const compiled = createCompiledOperations(schema);
  const { plugin: trustPlugin, ...trust } = trusting(options.trusted);
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
    validationOptions: { maxErrors: limits.problems, hideSuggestions: !options.suggests },
    validationRules: options.introspection ? [] : [NoSchemaIntrospectionCustomRule],
    includeStacktraceInErrorResponses: false,
    documentStore: createDocumentStore(),
    stopOnTerminationSignals: false,
    ...trust,
    formatError,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      // It would be called for every field of every record, to say in the end what `limitsPlugin` says: no-store.
      ApolloServerPluginCacheControlDisabled(),
      namingPlugin(options.onOperation),
      // Before the limits, for which what was not read is no operation.
      trustPlugin,
      limitsPlugin(schema, options.suggests),
      reportingPlugin(options),
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
