import express from 'express';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { AccessLog } from '../../telemetry/log/access-log.js';
import { createResponseCache, cacheKeyOf } from '../../http/cache/response-cache.js';
import { createPreconditions } from '../../http/cache/preconditions.js';
import { createPipeline } from '../../http/stages/pipeline.js';
import type { FacadeParts } from '../app/rest-endpoint.js';
import { createGraphEndpoint } from '../app/graph-endpoint.js';
import { createGraph } from '../app/graph.js';
import { mountPages } from '../app/pages.js';
import type { Config } from '../../config/config.js';
import { poolOf, type Orm } from '../../database/orm.js';
import { openTransactions } from '../../core/transaction/pipelined-transaction.js';
import { serveCached } from '../../http/serve-cached.js';
import { drainRequest } from '../../http/http-server.js';
import type { Logger } from '../../telemetry/log/log.js';
import type { Metrics } from '../../telemetry/metrics/metrics.js';
import type { Adapters } from './adapters.js';
import type { Playground } from '../../http/pages/playground.js';
import type { Run } from '../../database/sql/statement.js';
import type { ResultSizeLimit } from '../../core/request/result-size-limit.js';
import { trackRequests, type CompletedRequestListener } from '../../telemetry/request/track-requests.js';
import { createRequests } from '../../http/create-context.js';
import type { Clock } from '../../core/date/clock.js';
import type { Tracing } from '../../telemetry/traces/tracing.js';

export interface AppParts {
  readonly config: Config;
  /** Runs read statements. */
  readonly run: Run;
  /** Polls the change feed; best on a dedicated connection, so that it never queues behind other statements. */
  readonly poll: Run;
  /** For writes, on the same database. */
  readonly orm: Orm;
  readonly clock: Clock;
  readonly log: Logger;
  readonly accessLog: AccessLog;
  readonly metrics: Metrics;
  /** Measures the results that `run` reads. */
  readonly resultSizeLimit: Pick<ResultSizeLimit, 'onCompleted'>;
  /** Undefined: tracing is disabled. */
  readonly tracing: Tracing | undefined;
  readonly adapters: Pick<Adapters, 'services' | 'limits' | 'tokenUse' | 'goodTokens' | 'routeUse'>;
  /** Undefined: serve no playground. */
  readonly playground: Playground | undefined;
}

/**
 * Wires database, GraphQL, facade and HTTP. Only this folder imports all of them.
 *
 * @param facade the interface beside `/graphql`; everything else works without it
 */
export async function createApp(parts: AppParts, facade: FacadeParts): Promise<RequestListener> {
  const { config, run, poll, orm, clock, log, metrics, adapters, playground } = parts;
  const transactions = openTransactions(orm.em, await poolOf(orm), config.database);
  const requests = createRequests(config, {
    ...{ run, transactions, clock, ...adapters, websiteUrl: config.websiteUrl, resourceOf: facade.resourceOf },
  });
  /** Empty for a rejected request. */
  const keyOfRequest = (request: IncomingMessage) => {
    const { headers, url = '' } = request;
    const origin = requests.originOf(request);
    return origin === null ? '' : cacheKeyOf(url, origin, headers.accept);
  };
  const { responseCacheMegabytes: megabytes, cdnMaxAge } = config;
  const cache = createResponseCache({ run, poll, clock, megabytes, cdnMaxAge, metrics });
  const graph = await createGraph(config, log, metrics, facade.storedOperations);
  const errorReporting = { log, refused: (reason: string) => metrics.count('errors', reason) };

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(drainRequest);
  const pipeline = createPipeline({
    cache,
    preconditions: createPreconditions(run),
    ...{ run, em: orm.em },
  });
  mountPages(app, { config, run, requests, playground, facade });
  const { maxResults } = config;
  const graphEndpoint = createGraphEndpoint({ graph, requests, pipeline, maxResults, errorReporting });
  graphEndpoint.mount(app);
  facade.mount(app, { config, execute: graph.execute, requests, pipeline, clock, errorReporting });

  const listeners = [countUse(parts), metrics.observeRequest, parts.accessLog, parts.resultSizeLimit.onCompleted];
  const tracker = trackRequests(listeners, parts.tracing);
  return serveCached(
    (request) => cache.find(keyOfRequest(request)),
    tracker,
    tracker.track(graphEndpoint.servePosts(app)),
  );
}

/** Counts requests by application and route. */
function countUse({ adapters: { routeUse }, clock }: Pick<AppParts, 'adapters' | 'clock'>): CompletedRequestListener {
  return ({ route, viewer, status }) => {
    if (route === null) return;
    routeUse.record({ route, applicationId: viewer?.application?.id ?? null, status, now: clock.now() });
  };
}
