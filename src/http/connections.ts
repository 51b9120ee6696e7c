import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

/** Connection limits and timeouts, in milliseconds. */
const connections: ServerOptions = {
  maxHeaderSize: 16 * 1024,
  // Headers are a few hundred bytes: a slower client holds the connection on purpose.
  headersTimeout: 10_000,
  // For a whole request with its body; allows 10 MB over a slow line.
  requestTimeout: 120_000,
  // Maximum delay until a timeout is detected.
  connectionsCheckingInterval: 5_000,
  // Exceeds the idle timeout of many proxies (60 s), so that they close first: if the service did, it would reset a
  // request in flight. Node's default of 5 s loses that race.
  keepAliveTimeout: 75_000,
};

/**
 * A client that neither sends nor receives for this long is gone, or tries to exhaust the memory with unread responses.
 */
const SILENCE_MS = 60_000;

const sockets = new WeakMap<Server, Set<Socket>>();

/** The open connections of a server that `createHttpServer` created. */
export const socketsOf = (server: Server): ReadonlySet<Socket> => sockets.get(server) ?? new Set();

/** Creates an HTTP server with these limits and tracks its connections. */
export function createHttpServer(answer: RequestListener, silenceMs = SILENCE_MS): Server {
  const open = new Set<Socket>();
  const server = createServer(connections, answer).setTimeout(silenceMs);
  sockets.set(server, open);
  return server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}
