import type { IncomingMessage, ServerResponse } from 'node:http';

interface Preflight {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Enables CORS for the responses of the next handlers.
 *
 * @param headers added to every response
 * @param preflight the response to OPTIONS
 */
export const crossOrigin =
  (headers: Readonly<Record<string, string>>, preflight: Preflight) =>
  (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (request.method === 'OPTIONS') {
      response.writeHead(preflight.status, preflight.headers);
      response.end();
      return;
    }
    response.setHeaders(new Map(Object.entries(headers)));
    next();
  };
