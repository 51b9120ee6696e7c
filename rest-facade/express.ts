import express, { type Request, type RequestHandler, type Response } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
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
 * @param checkBody throws where the bytes of a body are not to be looked at any further
 */
export function serveFacade(
  dispatch: Dispatcher<ExpressRequest>,
  originOf: (request: Request) => string | null,
  send: (request: Request, response: Response, reply: WireReply) => Promise<unknown>,
  checkBody: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void,
): RequestHandler {
  // Any type: which ones are understood is the dispatcher's business.
  const whole = express.raw({ type: () => true, limit: '1mb', verify: checkBody });
  return async (request, response) => {
    const { authorization, accept, 'content-type': contentType, 'if-match': ifMatch } = request.headers;
    const { method, originalUrl: url } = request;
    const idempotencyKey = request.get('idempotency-key');
    const body = () => bodyOf(whole, request, response);
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

/** @throws an error of Express with a `status` when the body is too large, breaks off or cannot be unpacked */
async function bodyOf(whole: RequestHandler, request: Request, response: Response): Promise<Uint8Array> {
  await new Promise<void>((resolve, reject) => {
    void whole(request, response, (error?: Error | 'router' | 'route') =>
      error instanceof Error ? reject(error) : resolve(),
    );
  });
  // Express leaves a request without a body as it is.
  return request.body instanceof Uint8Array ? request.body : new Uint8Array();
}
