import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** As of Node, which responds to all other errors with 400. */
const statuses: ReadonlyMap<unknown, number> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['HPE_HEADER_OVERFLOW', 431],
]);

/** How long a client may continue to send a request that has been rejected. */
const MAX_DRAIN_MS = 2_000;

/**
 * Responds to requests that Node cannot parse, as Node does, but reads the rest of the request. Node closes the
 * connection at once, and the client loses the response: closing a socket with unread data resets the connection.
 */
export function rejectMalformedRequests(server: Server): Server {
  const responses = new WeakMap<Socket, ServerResponse>();
  return server
    .on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      responses.set(socket, response);
      // An idle connection would keep the body of its last response.
      response.once('finish', () => {
        if (responses.get(socket) === response) responses.delete(socket);
      });
    })
    .on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      const response = responses.get(socket);
      const isResponding = response?.headersSent === true && !response.writableFinished;
      // A second error follows the response to the first one.
      if (!socket.writable) return void socket.destroy();
      if (isResponding) return socket.destroySoon();
      const status = statuses.get(error.code) ?? 400;
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
      if (status === 408) return socket.destroySoon();
      const timer = setTimeout(() => socket.destroy(), MAX_DRAIN_MS).unref();
      // Detaches Node's parser.
      socket.removeAllListeners('data').on('data', () => undefined);
      socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(timer));
    });
}
