import type { Request, RequestHandler, Response } from 'express';
import type { Dispatcher } from './dispatch.js';
import type { WireReply } from './reply.js';

/**
 * The facade as the last handler of an Express application: it answers every path.
 *
 * @param originOf scheme, host and port by which the client reached the service; null when its `Host` is none of ours
 */
export function serveFacade(dispatch: Dispatcher, originOf: (request: Request) => string | null): RequestHandler {
  return async (request, response) => {
    const { authorization, accept } = request.headers;
    const { method, originalUrl: url } = request;
    send(response, await dispatch({ method, url, authorization, accept, origin: originOf(request) }));
  };
}

function send(response: Response, { status, headers, body }: WireReply): void {
  // Node refuses a length on 204, and leaves the body out by itself when the request was HEAD.
  const length = status === 204 ? {} : { 'Content-Length': body === null ? 0 : Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length });
  response.end(body ?? undefined);
}
