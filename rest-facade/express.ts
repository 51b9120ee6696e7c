import type { Request, RequestHandler, Response } from 'express';
import type { Dispatcher, IncomingRequest } from './dispatch.js';
import { uploadOf } from './read/upload.js';
import type { WireReply } from './reply.js';

/** An incoming request together with its Express request. */
export interface ExpressRequest extends IncomingRequest {
  readonly express: Request;
}

/**
 * Wraps the facade as the last handler of an Express application: it responds to every path.
 *
 * @param originOf returns scheme, host and port of the request; null if `Host` is not an address of this service
 * @param send writes the response
 * @param readBody reads a body of any media type; the dispatcher decides which types it accepts
 */
export function serveFacade(
  dispatch: Dispatcher<ExpressRequest>,
  originOf: (request: Request) => string | null,
  send: (request: Request, response: Response, reply: WireReply) => Promise<unknown>,
  readBody: (request: Request) => Promise<Uint8Array>,
): RequestHandler {
  return async (request, response) => {
    const { authorization, accept, 'content-type': contentType, 'if-match': ifMatch } = request.headers;
    const { method, originalUrl: url } = request;
    const idempotencyKey = request.get('idempotency-key');
    const body = () => readBody(request);
    const upload = (field: string) => uploadOf(request, field);
    const origin = originOf(request);
    const requestId = response.getHeader('X-Request-Id')?.toString();
    const incoming = {
      method,
      url,
      authorization,
      accept,
      requestId,
      contentType,
      ifMatch,
      idempotencyKey,
      origin,
      body,
      upload,
      express: request,
    };
    await send(request, response, await dispatch(incoming));
  };
}
