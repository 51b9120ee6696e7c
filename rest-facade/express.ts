import type { Request, RequestHandler, Response } from 'express';
import type { Dispatcher, IncomingRequest } from './dispatch.js';
import { uploadOf } from './read/upload.js';
import type { WireReply } from './reply.js';

/** What the facade hands on of a request that Express received. */
export interface ExpressRequest extends IncomingRequest {
  readonly express: Request;
}

/**
 * The facade as the last handler of an Express application: it answers every path.
 *
 * @param originOf scheme, host and port by which the client reached the service; null when its `Host` is none of ours
 * @param send puts an answer on the wire
 * @param readBody all bytes of a body of any type: which ones are understood is the dispatcher's business
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
