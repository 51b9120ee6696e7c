import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a client may go on sending after it has been answered. Most have then sent everything, or read the answer. */
const LINGER_MS = 10_000;

/**
 * Lets through what is still to come of a request that has been answered, so that its client sees the answer and may use
 * the connection again, but not without end: who sends on and on is cut off.
 */
export function lingerBriefly(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return next();
  response.once('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => request.socket.destroy(), LINGER_MS).unref();
    request.once('close', () => clearTimeout(timer));
  });
  next();
}
