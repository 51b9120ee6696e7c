import type { RequestListener } from 'node:http';
import { OTHER } from '../../telemetry/metrics/metric-table.js';
import { recordRoute } from '../../telemetry/request/track-requests.js';
import type { Requests } from '../create-context.js';
import { errorHandler, type ErrorReporting } from '../error-handler.js';
import { Exchange, type Endpoint } from '../exchange.js';
import { inSequence, type ErrorHandler, type Handler } from '../in-sequence.js';
import type { Match } from '../match.js';
import { send } from '../send.js';
import { headersFor, type Pipeline } from '../stages/pipeline.js';
import { createRouter, pathOf } from './router.js';

/** The handler of an endpoint, and what responds to errors that no stage renders. */
export interface Connected {
  readonly handler: Handler;
  readonly handleError: ErrorHandler;
}

/** Creates the handler of an endpoint. @param before further steps, before the stages */
export type Connect = <Some extends Match>(endpoint: Endpoint<Some>, ...before: readonly Handler[]) => Connected;

/** Connects endpoints to the stages. */
export const connectTo =
  (pipeline: Pipeline, requests: Requests, errorReporting: ErrorReporting): Connect =>
  (endpoint, ...before) => {
    const { unmatchedRoute = OTHER } = endpoint;
    const record = unmatchedRoute === null ? [] : [recordRoute(unmatchedRoute)];
    const run: Handler = (request, response, next) => {
      pipeline(new Exchange(request, endpoint, requests))
        .then((reply) => send(request, response, reply))
        .catch(next);
    };
    const handleError = errorHandler(errorReporting, (error, request) => {
      const exchange = new Exchange(request, endpoint, requests);
      return headersFor(exchange)(endpoint.render(error, exchange));
    });
    return { handler: inSequence([...record, ...before, run], handleError), handleError };
  };

/** Paths, and what responds to their requests. */
export interface Served {
  readonly paths: readonly string[];
  readonly handler: Handler;
}

/**
 * Passes each request to the handler of its path. If several have the same path, the next one gets what the first one
 * leaves; the last one gets what all others leave, and their errors.
 */
export function dispatch(served: readonly Served[], { handler: last, handleError }: Connected): RequestListener {
  const all = served.flatMap(({ paths, handler }) => [...new Set(paths)].map((path) => ({ path, handler })));
  const rows = [...Map.groupBy(all, ({ path }) => path)].map(([path, some]) => ({
    ...{ method: 'GET', path },
    handle: inSequence([...some.map(({ handler }) => handler), last], handleError),
  }));
  const find = createRouter(rows);
  const otherwise = inSequence([last], handleError);
  return (request, response) => {
    const found = find('GET', pathOf(request.url ?? ''));
    const handle = found && 'row' in found ? found.row.handle : otherwise;
    handle(request, response);
  };
}
