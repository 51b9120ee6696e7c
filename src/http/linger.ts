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
  // Before Node's own listener, which closes the connection of a client that asked for that.
  response.prependOnceListener('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    // Closed while something is on its way, a connection is reset, and whoever sends does not see the answer.
    socket.destroySoon = () => socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    request.once('close', () => {
      clearTimeout(timer);
      Reflect.deleteProperty(socket, 'destroySoon');
      if (socket.writableEnded) socket.destroySoon();
    });
  });
  next();
}
