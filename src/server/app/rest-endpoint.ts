import type { Express } from 'express';
import type { DocumentNode } from 'graphql';
import {
  patternsOfOperations,
  resourceOf,
  uriOf,
  storedOperations,
  wantsPage,
  createFacade,
  OPENAPI_PATH,
  openapi,
  type RestMatch,
  type RestRequest,
} from '../../../rest-facade/index.js';
import type { ContextSources, Requests } from '../../http/create-context.js';
import type { ExecuteStored } from '../../../schema/stored-operations.js';
import type { Config } from '../../config/config.js';
import type { RecordNames } from '../../core/webhooks/message.js';
import type { Clock } from '../../core/date/clock.js';
import { isPieces, writePieces } from '../../http/write-pieces.js';
import { refuseLargeBodies } from '../../http/request-body.js';
import { errorHandler, type ErrorReporting } from '../../http/error-handler.js';
import { Exchange, type Endpoint } from '../../http/exchange.js';
import { serveFixedDocument } from '../../http/fixed-document.js';
import { type Pipeline, serve } from '../../http/stages/pipeline.js';
import { OTHER } from '../../telemetry/metrics/metric-table.js';
import { currentRequest } from '../../telemetry/request/request-record.js';
import { recordRoute } from '../../telemetry/request/track-requests.js';

/** What an interface beside `/graphql` contributes to the service, which runs without it as well. */
export interface FacadeParts {
  /** Documents that `/graphql` executes by name. */
  readonly storedOperations: readonly DocumentNode[];
  /** Its routes by stored operation, for the playground. */
  readonly patternsOfOperations: Readonly<Record<string, readonly string[]>>;
  readonly resourceOf: ContextSources['resourceOf'];
  /** The URI of a record; null for types without one. */
  readonly uriOf: RecordNames['uriOf'];
  /** Whether to respond to `/` with the front page instead of data. */
  readonly wantsPage: (url: string, accept: string | undefined) => boolean;
  readonly mount: (app: Express, parts: RestParts) => void;
}

/** The v2.1 API. */
export const restFacade: FacadeParts = {
  storedOperations,
  patternsOfOperations,
  resourceOf,
  uriOf,
  wantsPage,
  mount: mountRest,
};

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
function createRestEndpoint(config: Config, execute: ExecuteStored, clock: Pick<Clock, 'now'>): Endpoint<RestMatch> {
  const facade = createFacade(config);
  return {
    identifiesFirst: true,
    maxPageSize: config.maxResults,
    match: ({ method, url }) => facade.match(method, url),
    async respond(exchange) {
      const { body, ...reply } = await facade.respond(
        exchange.match,
        restRequest(exchange, clock),
        async (operation, variables) => execute(operation, variables, await exchange.context()),
      );
      return isPieces(body) ? { ...reply, ...(await writePieces(body)) } : { ...reply, body };
    },
    render: (error, exchange) => facade.render(error, restRequest(exchange, clock), exchange.matched),
  };
}

function restRequest(
  { method, url, headers, origin, body, request }: Exchange<RestMatch>,
  clock: Pick<Clock, 'now'>,
): RestRequest {
  const { authorization, accept, 'content-type': contentType } = headers;
  return {
    ...{ method, url, authorization, accept, contentType, origin, body },
    requestId: currentRequest()?.id,
    now: clock.now(),
    stream: request,
  };
}
