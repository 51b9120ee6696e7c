import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Dispatcher, IncomingRequest } from './dispatch.js';
import { uploadOf } from './read/upload.js';
import type { WireReply } from './reply.js';

/** What the facade hands on of a request that Express received. */
export interface ExpressRequest extends IncomingRequest {
  readonly express: Request;
}

/** Any type: which ones are understood is the dispatcher's business. */
const whole = express.raw({ type: () => true, limit: '1mb' });

/**
 * The facade as the last handler of an Express application: it answers every path.
 *
 * @param originOf scheme, host and port by which the client reached the service; null when its `Host` is none of ours
 */
export function serveFacade(
  dispatch: Dispatcher<ExpressRequest>,
  originOf: (request: Request) => string | null,
): RequestHandler {
  return async (request, response) => {
    const { authorization, accept, 'content-type': contentType } = request.headers;
    const { method, originalUrl: url } = request;
    const body = () => bodyOf(request, response);
    const upload = (field: string) => uploadOf(request, field);
    const origin = originOf(request);
    const incoming = { method, url, authorization, accept, contentType, origin, body, upload, express: request };
    send(response, await dispatch(incoming));
  };
}

/** @throws an error of Express with a `status` when the body is too large, breaks off or cannot be unpacked */
async function bodyOf(request: Request, response: Response): Promise<Uint8Array> {
  await new Promise<void>((resolve, reject) => {
    whole(request, response, (error?: Error | 'router' | 'route') =>
      error instanceof Error ? reject(error) : resolve(),
    );
  });
  // Express leaves a request without a body as it is.
  return request.body instanceof Uint8Array ? request.body : new Uint8Array();
}

function send(response: Response, { status, headers, body }: WireReply): void {
  // Bytes, because Node's streams take a third more CPU time over a page of text that is still a string.
  const bytes = body === null ? null : Buffer.from(body);
  // Node refuses a length on 204, and leaves the body out by itself when the request was HEAD.
  const length = status === 204 ? {} : { 'Content-Length': bytes?.length ?? 0 };
  response.writeHead(status, { ...headers, ...length });
  response.end(bytes ?? undefined);
}
