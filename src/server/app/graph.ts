import type { ApolloServer } from '@apollo/server';
import { storedNames, storedOperations } from '../../../rest-facade/index.js';
import { createApollo } from '../../../schema/apollo.js';
import { createSchema } from '../../../schema/index.js';
import { createNamedOperations, type NamedOperations } from '../../../schema/named-operations.js';
import { createStoredExecution, type ExecuteStored } from '../../../schema/stored-execution.js';
import type { Config } from '../../config/config.js';
import type { Context } from '../../core/context.js';
import { OPERATIONS_PATH } from '../../http/named-operations.js';
import type { Logger } from '../../telemetry/log/log.js';
import type { Metrics } from '../../telemetry/metrics/metrics.js';
import { refineRoute } from '../../telemetry/request/track-requests.js';
import { OTHER } from '../../telemetry/metrics/metric-table.js';
import { trustedTexts } from './trusted-documents.js';

/** The executors of the GraphQL schema. */
export interface Graph {
  /** Executes ad-hoc operations. */
  readonly apollo: ApolloServer<Context>;
  readonly execute: ExecuteStored;
  readonly named: NamedOperations;
}

/** The metrics route of a GraphQL request; all ad-hoc operations share one label to bound its cardinality. */
export const graphRoute = (name: string): string => `/graphql ${storedNames.has(name) ? name : OTHER}`;

export async function createGraph(config: Config, log: Logger, { count }: Pick<Metrics, 'count'>): Promise<Graph> {
  const schema = await createSchema();
  const stored = createStoredExecution(schema, storedOperations, (error) =>
    log.error({ err: error }, 'Stored operation failed'),
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
      untrusted: config.documents.untrusted,
      onUnknown: (document) => log.info(document, 'Executed an untrusted document'),
    },
    onUnexpected(error) {
      count('refusals', 'UNEXPECTED');
      log.error({ err: error }, 'GraphQL operation failed');
    },
    onDomainError: (reason) => count('refusals', reason),
    onOperation: (name) => refineRoute(graphRoute(name)),
  });
  return { apollo, execute, named };
}
