import type { IncomingMessage, RequestListener } from 'node:http';
import { createVenueFactor } from '../../adapters/limits/venues.js';
import type { AccessLog } from '../../telemetry/log/access-log.js';
import type { ChangeFeed } from '../../http/cache/change-feed.js';
import { createResponseCache, cacheKeyOf } from '../../http/cache/response-cache.js';
import { createPreconditions } from '../../http/cache/preconditions.js';
import { responseTypeOf } from '../../http/response-type.js';
import { refusingCallers } from '../../http/refuse-callers.js';
import { createUnsentBytes } from '../../http/unsent-bytes.js';
import { callerOf } from '../../adapters/limits/caller.js';
import { currentRequest } from '../../telemetry/request/request-record.js';
import { connectTo, dispatch } from '../../http/rows/dispatch.js';
import { createPipeline } from '../../http/stages/pipeline.js';
import type { FacadeParts } from '../app/rest-endpoint.js';
import { createGraphEndpoint } from '../app/graph-endpoint.js';
import { createGraph } from '../app/graph.js';
import { servedImages } from '../app/image-files.js';
import { siteTables } from '../app/pages.js';
import { operationsOf, rowTables, servedRows } from '../rows/row-tables.js';
import type { Config } from '../../config/config.js';
import { poolOf, type Orm } from '../../database/orm.js';
import { openTransactions } from '../../core/transaction/pipelined-transaction.js';
import { serveCached } from '../../http/serve-cached.js';
import { drainRequest } from '../../http/http-server.js';
import type { Logger } from '../../telemetry/log/log.js';
import type { Metrics } from '../../telemetry/metrics/metrics.js';
import type { Adapters } from './adapters.js';
import type { Playground } from '../../http/pages/playground.js';
import type { Run, RunOptions } from '../../database/sql/statement.js';
import type { ResultSizeLimit } from '../../core/reads/result-size-limit.js';
import { trackRequests, type CompletedRequestListener } from '../../telemetry/request/track-requests.js';
import { createRequests } from '../../http/create-context.js';
import type { Clock } from '../../core/date/clock.js';
import type { Tracing } from '../../telemetry/traces/tracing.js';

export interface AppParts {
  readonly config: Config;
  /** Runs statements on the primary. */
  readonly run: Run;
  /** Runs reads of safe requests, possibly on a replica. */
  readonly read: Run;
  readonly changes: ChangeFeed;
  /** Whether replicas serve reads because the primary is unreachable. */
  readonly isWithoutPrimary: () => boolean;
  /** For writes, on the same database. */
  readonly orm: Orm;
  readonly clock: Clock;
  readonly log: Logger;
  readonly accessLog: AccessLog;
  readonly metrics: Metrics;
  /** Of the statements of transactions. */
  readonly runOptions: RunOptions;
  /** Measures the results of all statements. */
  readonly resultSizeLimit: Pick<ResultSizeLimit, 'onCompleted'>;
  /** Undefined: tracing is disabled. */
  readonly tracing: Tracing | undefined;
  readonly adapters: Pick<
    Adapters,
    'services' | 'limits' | 'tokenUse' | 'goodTokens' | 'routeUse' | 'imageStore' | 'readExport'
  >;
  /** Aborted when the process begins to stop: open streams are closed, so that their clients reconnect. */
  readonly stopping: AbortSignal;
  /** Undefined: serve no playground. */
  readonly playground: Playground | undefined;
}

/** The request handler, and the number of its open subscriptions. */
interface App {
  readonly app: RequestListener;
  readonly streams: () => number;
}

/**
 * Wires database, GraphQL, facade and HTTP. Only this folder imports all of them.
 *
 * @param facade the interface beside `/graphql`; everything else works without it
 */
export async function createApp(parts: AppParts, facade: FacadeParts): Promise<App> {
  const {
    config,
    run,
    runOptions,
    read,
    changes,
    isWithoutPrimary,
    orm,
    clock,
    log,
    metrics,
    adapters,
    playground,
    stopping,
  } = parts;
  const transactions = openTransactions(orm.em, await poolOf(orm), runOptions);
  const unsent = createUnsentBytes(({ req }) => callerOf(currentRequest()?.viewer ?? null, requests.addressOf(req)));
  const sources = {
    ...{ run, read, transactions, clock, ...adapters },
    ...{ websiteUrl: config.websiteUrl, feedbackUrl: config.feedbackUrl, resourceOf: facade.resourceOf },
    imageBaseUrl: config.images.baseUrl,
  };
  const plainRequests = createRequests(config, sources);
  const requests = refusingCallers(plainRequests, unsent);
  /** Empty for a rejected request, whose response is never cached. */
  const keyOfRequest = (request: IncomingMessage) => {
    const { headers, url = '' } = request;
    const origin = requests.originOf(request);
    const isRejected = origin === null || (url.startsWith('/graphql?') && responseTypeOf(headers) === null);
    return isRejected ? '' : cacheKeyOf(url, origin, headers.accept);
  };
  const { responseCacheMegabytes: megabytes, cdn } = config;
  const cache = createResponseCache({ run: read, changes, clock, megabytes, cdn, metrics });
  const storedOperations = [...facade.storedOperations, ...operationsOf(rowTables)];
  const reserve = (bytes: number) => {
    const response = currentRequest()?.response;
    return !response || unsent.reserve(response, bytes);
  };
  const graph = await createGraph(config, { log, count: metrics.count, reserve }, storedOperations);
  const errorReporting = { log, refused: (reason: string) => metrics.count('errors', reason) };

  const releaseResult = parts.resultSizeLimit.onCompleted;
  const pipeline = createPipeline({
    cache,
    preconditions: createPreconditions(run),
    ...{ unsent, requests, releaseResult, run, em: orm.em, isWithoutPrimary },
  });
  const connect = connectTo(pipeline, requests, errorReporting);
  const { imageStore, readExport } = adapters;
  const { maxResults } = config;
  const graphEndpoint = createGraphEndpoint({
    ...{ graph, requests, plainRequests, connect, maxResults, run, log, unsent, releaseResult },
    streamLimits: config.streams,
    venueFactor: createVenueFactor(config.venues, run),
  });
  stopping.addEventListener('abort', graphEndpoint.streams.stop, { once: true });
  const restParts = { config, execute: graph.execute, clock };
  const tables = [...siteTables({ config, run: read, readExport, requests, playground, facade }), ...rowTables];
  const app = dispatch(
    [
      servedImages(config, imageStore),
      ...tables.map((table) => servedRows(table, connect, restParts)),
      ...[...graphEndpoint.served, ...facade.documents],
    ],
    facade.connected(connect, restParts),
  );

  const listeners = [countUse(parts), metrics.observeRequest, parts.accessLog, parts.resultSizeLimit.onCompleted];
  const tracker = trackRequests(listeners, parts.tracing);
  const handler = serveCached(
    (request) => cache.find(keyOfRequest(request)),
    isWithoutPrimary,
    unsent,
    tracker,
    tracker.track((request, response) => drainRequest(request, response, () => app(request, response))),
  );
  return { app: handler, streams: graphEndpoint.streams.count };
}

/** Counts requests by application and route. */
function countUse({ adapters: { routeUse }, clock }: Pick<AppParts, 'adapters' | 'clock'>): CompletedRequestListener {
  return ({ route, viewer, status }) => {
    if (route === null) return;
    routeUse.record({ route, applicationId: viewer?.application?.id ?? null, status, now: clock.now() });
  };
}
