import type { Express } from 'express';
import type { Requests } from '../../http/create-context.js';
import { Exchange, type Endpoint, type Incoming } from '../../http/exchange.js';
import type { Match } from '../../http/match.js';
import { errorHandler, type ErrorReporting } from '../../http/error-handler.js';
import { serve, type Pipeline } from '../../http/stages/pipeline.js';
import { OTHER } from '../../telemetry/metrics/metric-table.js';
import { recordRoute } from '../../telemetry/request/track-requests.js';

/** Dependencies of every endpoint. */
export interface EndpointParts {
  readonly requests: Requests;
  readonly pipeline: Pipeline;
  readonly errorReporting: ErrorReporting;
}

/**
 * Mounts an endpoint; any other request is left to later handlers.
 *
 * @param has whether a URL belongs to it
 */
export function mountEndpoint<Some extends Match>(
  app: Express,
  endpoint: Endpoint<Some>,
  has: (url: string) => boolean,
  { requests, pipeline, errorReporting }: EndpointParts,
): void {
  const record = recordRoute(OTHER);
  const respond = serve(pipeline, endpoint, requests);
  const handleError = errorHandler(errorReporting, (error, request) =>
    endpoint.render(error, new Exchange(request, endpoint, requests)),
  );
  app.use((request: Incoming, response, next: (error?: unknown) => void) => {
    if (!has(request.url ?? '')) return next();
    record(request, response, () =>
      respond(request, response, (error) =>
        error === undefined ? next() : handleError(error, request, response, next),
      ),
    );
  });
}
