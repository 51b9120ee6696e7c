import type { ServerResponse } from 'node:http';
import { Exchange, type Endpoint, type Incoming, type Match } from './exchange.js';
import type { Pipeline } from './stages/pipeline.js';
import type { Requests } from './requests.js';
import { send } from './send.js';

/** Creates middleware that responds to every request at an endpoint. */
export const serve =
  <Some extends Match>(pipeline: Pipeline, endpoint: Endpoint<Some>, requests: Requests) =>
  (request: Incoming, response: ServerResponse, next: (error?: unknown) => void): void => {
    pipeline(new Exchange(request, endpoint, requests))
      .then((reply) => send(request, response, reply))
      .catch(next);
  };
