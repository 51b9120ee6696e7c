import type { ApolloServer } from '@apollo/server';
import { storedNames, storedOperations } from '../../rest-facade/index.js';
import { createApollo } from '../../schema/apollo.js';
import { createSchema } from '../../schema/index.js';
import { createNamedOperations, type NamedOperations } from '../../schema/named-operations.js';
import { createStoredExecution, type ExecuteStored } from '../../schema/stored.js';
import type { Config } from '../config.js';
import type { Context } from '../context.js';
import { OPERATIONS_PATH } from '../http/named-operations.js';
import type { Logger } from '../log.js';
import type { Metrics } from '../metrics/metrics.js';
import { askedFor } from '../request/watch.js';
import { OTHER } from '../usage/route-use.js';
import { trustedTexts } from './trusted-documents.js';

/** The graph, by each of the ways in which it is asked. */
export interface Graph {
  /** For operations that callers write. */
  readonly apollo: ApolloServer<Context>;
  readonly execute: ExecuteStored;
  readonly named: NamedOperations;
}

/** As what a request to the graph is counted: what callers write themselves is not told apart. */
export const graphRoute = (name: string): string => `/graphql ${storedNames.has(name) ? name : OTHER}`;

export async function createGraph(config: Config, log: Logger, { count }: Pick<Metrics, 'count'>): Promise<Graph> {
  const schema = await createSchema();
  const stored = createStoredExecution(schema, storedOperations, (error) =>
    log.error({ err: error }, 'A stored operation failed'),
  );
  const execute: ExecuteStored = async (operation, variables, context) => {
    const outcome = await stored(operation, variables, context);
    for (const { reason } of outcome.failure?.problems ?? []) count('refusals', reason);
    return outcome;
  };
  const named = createNamedOperations(schema, storedOperations, execute, OPERATIONS_PATH);
  const apollo = await createApollo(schema, {
    introspection: config.introspection,
    suggests: config.introspection && !config.production,
    trusted: {
      texts: [...Object.values(named.documents), ...trustedTexts(config, schema)],
      others: config.documents.others,
      onUnknown: (document) => log.info(document, 'A document was answered that is not trusted'),
    },
    onUnexpected(error) {
      count('refusals', 'UNEXPECTED');
      log.error({ err: error }, 'A GraphQL operation failed');
    },
    onRefusal: (reason) => count('refusals', reason),
    onOperation: (name) => askedFor(graphRoute(name)),
  });
  return { apollo, execute, named };
}
