import type { IncomingMessage, ServerResponse } from 'node:http';

interface Preflight {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Lets pages of other origins read what the next handlers answer.
 *
 * @param headers of every answer
 * @param preflight what a browser is told that asks first
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
