import type { Express } from 'express';
import { createFacade, OPENAPI_PATH, openapi, type Match, type RestRequest } from '../../../rest-facade/index.js';
import type { ExecuteStored } from '../../../schema/stored-execution.js';
import type { Config } from '../../config/config.js';
import type { Clock } from '../../core/date/clock.js';
import { parseDate } from '../../core/date/tolerant-date.js';
import { refuseLargeBodies } from '../../http/request-body.js';
import { errorHandler, type ErrorReporting } from '../../http/error-handler.js';
import { Exchange, type Endpoint } from '../../http/exchange.js';
import { serveFixedDocument } from '../../http/fixed-document.js';
import { type Pipeline, serve } from '../../http/stages/pipeline.js';
import type { Requests } from '../../http/create-context.js';
import { OTHER } from '../../telemetry/metrics/metric-table.js';
import { currentRequest } from '../../telemetry/request/request-record.js';
import { recordRoute } from '../../telemetry/request/track-requests.js';

/** Dependencies of the v2.1 endpoint. */
export interface RestParts {
  readonly config: Config;
  readonly execute: ExecuteStored;
  readonly requests: Requests;
  readonly pipeline: Pipeline;
  readonly clock: Pick<Clock, 'now'>;
  readonly errorReporting: ErrorReporting;
}

const REFUSAL = ['Method not supported'];

/** Mounts the v2.1 API. It handles every request that no earlier handler matched. */
export function mountRest(
  app: Express,
  { config, execute, requests, pipeline, clock, errorReporting }: RestParts,
): void {
  const endpoint = createRestEndpoint(config, execute, clock);
  app.all(OPENAPI_PATH, serveFixedDocument({ body: openapi, refusal: REFUSAL, vary: 'Accept-Encoding' }));
  app.use(recordRoute(OTHER), refuseLargeBodies, serve(pipeline, endpoint, requests));
  app.use(
    errorHandler(errorReporting, (error, request) => endpoint.render(error, new Exchange(request, endpoint, requests))),
  );
}

/** The facade's two functions as an endpoint: `match` and `respond`, which calls back `execute`. */
function createRestEndpoint(config: Config, execute: ExecuteStored, clock: Pick<Clock, 'now'>): Endpoint<Match> {
  const { productName, websiteUrl, maxResults, socialTalkType, deprecations } = config;
  const { legacySubmission, legacyCompatibility } = config;
  const facade = createFacade({
    ...{ productName, websiteUrl, maxResults, socialTalkType, legacySubmission, legacyCompatibility, deprecations },
    isDate: (text) => parseDate(text, 'UTC', clock.now()) !== null,
  });
  return {
    identifiesFirst: true,
    maxPageSize: maxResults,
    match: ({ method, url }) => facade.match(method, url),
    respond: (exchange) =>
      facade.respond(exchange.match, restRequest(exchange), async (operation, variables) =>
        execute(operation, variables, await exchange.context()),
      ),
    render: (error, exchange) => facade.render(error, restRequest(exchange), exchange.matched),
  };
}

function restRequest({ method, url, headers, origin, body, request }: Exchange<Match>): RestRequest {
  const { authorization, accept, 'content-type': contentType } = headers;
  return {
    ...{ method, url, authorization, accept, contentType, origin, body },
    requestId: currentRequest()?.id,
    stream: request,
  };
}
