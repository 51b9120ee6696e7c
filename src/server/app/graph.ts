import { getOperationAST, type DocumentNode } from 'graphql';
import { createApollo, type AdHocOperations, type GraphOptions } from '../../../schema/apollo.js';
import { createSchema } from '../../../schema/index.js';
import {
  createNamedOperations,
  type NamedOperations,
  createStoredExecution,
  type ExecuteStored,
} from '../../../schema/stored-operations.js';
import { limits } from '../../../schema/limits.js';
import type { Config } from '../../config/config.js';
import { createFairQueue } from '../../core/common/fair-queue.js';
import type { Logger } from '../../telemetry/log/log.js';
import type { Metrics } from '../../telemetry/metrics/metrics.js';
import { refineRoute } from '../../telemetry/request/track-requests.js';
import { OTHER } from '../../telemetry/metrics/metric-table.js';
import { createStoredPolicies, type StoredPolicy } from './stored-policy.js';
import { trustedTexts } from './check-config.js';

/** Path of the stored operations: an object of documents by operation name. */
export const OPERATIONS_PATH = '/graphql/operations';
/** Path of the same documents by their identifiers (`documentId`). */
export const DOCUMENTS_PATH = '/graphql/documents.json';

/** The executors of the GraphQL schema. */
export interface Graph {
  readonly adHoc: AdHocOperations;
  readonly execute: ExecuteStored;
  readonly named: NamedOperations;
  /** Cache policy and metrics route of a stored operation. */
  readonly policyOf: (name: string, variables: string) => StoredPolicy & { readonly route: string };
}

/** The name of a stored operation. */
export const operationName = (document: DocumentNode): string => getOperationAST(document)?.name?.value ?? '';

/** The metrics route of an operation. */
export const graphRoute = (name: string): string => `/graphql ${name}`;

interface GraphSupport extends Pick<Metrics, 'count'> {
  readonly log: Logger;
  /** As of `GraphOptions`. */
  readonly reserve: GraphOptions['reserve'];
}

/** @param storedOperations documents that clients may execute by name */
export async function createGraph(
  config: Config,
  { log, count, reserve }: GraphSupport,
  storedOperations: readonly DocumentNode[],
): Promise<Graph> {
  const schema = await createSchema();
  const queueOf = createFairQueue(limits.places);
  const stored = createStoredExecution(schema, storedOperations, queueOf, (error) =>
    log.error({ err: error }, 'Stored operation failed'),
  );
  const execute: ExecuteStored = async (operation, variables, context) => {
    const outcome = await stored(operation, variables, context);
    for (const { reason } of outcome.failure?.problems ?? []) count('errors', reason);
    return outcome;
  };
  const named = createNamedOperations(schema, storedOperations, execute, OPERATIONS_PATH);
  /** All ad-hoc operations share one label to bound its cardinality. */
  const routeOf = (name: string) => graphRoute(Object.hasOwn(named.documents, name) ? name : OTHER);
  const policies = createStoredPolicies(storedOperations);
  const adHoc = await createApollo(schema, {
    introspection: config.introspection,
    suggests: config.introspection && !config.production,
    trusted: {
      texts: [...Object.values(named.documents), ...trustedTexts(config, schema)],
      untrusted: config.documents.untrusted,
      onUnknown: (document) => log.info(document, 'Executed an untrusted document'),
    },
    onUnexpected(error) {
      count('errors', 'UNEXPECTED');
      log.error({ err: error }, 'GraphQL operation failed');
    },
    onDomainError: (reason) => count('errors', reason),
    reserve,
    queueOf,
    onOperation: (name) => refineRoute(routeOf(name)),
  });
  return { adHoc, execute, named, policyOf: (name, text) => ({ ...policies(name, text), route: routeOf(name) }) };
}
