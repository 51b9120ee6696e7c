import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a client may continue to send after the response. Most have then sent everything or read the response. */
const MAX_DRAIN_MS = 10_000;

/**
 * Drains the rest of a request after its response, so that the client reads the response and can reuse the connection.
 * Closes the connection of a client that does not stop sending.
 */
export function drainRequest(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return next();
  // Before Node's own listener, which closes the connection on `Connection: close`.
  response.prependOnceListener('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    // Closing a socket with unread data resets the connection, and the client loses the response.
    socket.destroySoon = () => socket.end();
    const timer = setTimeout(() => socket.destroy(), MAX_DRAIN_MS).unref();
    request.once('close', () => {
      clearTimeout(timer);
      Reflect.deleteProperty(socket, 'destroySoon');
      if (socket.writableEnded) socket.destroySoon();
    });
  });
  next();
}
