import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { socketsOf } from './connections.js';

const GRACE_MS = 8_000;
const IDLE_POLL_MS = 50;

/**
 * Closes the connections of a server that no longer accepts new ones. Waits up to 8 s for requests in flight.
 *
 * @param closed resolves when all connections are closed
 * @param idleMs how long idle connections stay open. An immediate close could collide with the client's next request;
 *   within this time, that request still gets a response, with `Connection: close`.
 */
export async function drain(server: Server, closed: Promise<unknown>, idleMs: number): Promise<void> {
  tellOfTheEnd(server);
  const begin = performance.now();
  const idle = setInterval(() => {
    if (performance.now() - begin < idleMs) return;
    // After Node has read the data that arrived in the meantime.
    setImmediate(() => {
      // Node treats a connection as idle although its client has not received the whole response.
      if (!isSending(server)) server.closeIdleConnections();
    });
  }, IDLE_POLL_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}

const isSending = (server: Server): boolean => [...socketsOf(server)].some((socket) => socket.writableLength > 0);

/** Sets `Connection: close` on each further response, so that keep-alive clients open a new connection. */
function tellOfTheEnd(server: Server): void {
  const listeners = server.rawListeners('request');
  const last = new WeakMap<Socket, ServerResponse>();
  // Wraps the listeners, because some requests must not reach them any more.
  server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    const before = last.get(request.socket);
    // No response may follow `Connection: close`, so the request must not be processed (RFC 9112 §9.6).
    if (before?.headersSent) return;
    // Only the last of several pipelined responses closes: Node ends the connection after the first one that does.
    before?.removeHeader('Connection');
    last.set(request.socket, response.setHeader('Connection', 'close'));
    for (const listener of listeners) listener.call(server, request, response);
  });
}
