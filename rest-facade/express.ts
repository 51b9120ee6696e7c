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
  // Bytes, because Node's streams take a third more CPU time over a page of text that is still a string.
  const bytes = body === null ? null : Buffer.from(body);
  // Node refuses a length on 204, and leaves the body out by itself when the request was HEAD.
  const length = status === 204 ? {} : { 'Content-Length': bytes?.length ?? 0 };
  response.writeHead(status, { ...headers, ...length });
  response.end(bytes ?? undefined);
}
