import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { OperatorError } from '../config/operator-error.js';
import { rejectMalformedRequests } from './malformed-requests.js';
import { createProgress } from './progress.js';

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

/** A client that neither sends nor receives for this long is gone. */
const SILENCE_MS = 60_000;

/**
 * A client that accepts no byte of a response for this long does not read it, even if it sends requests. A mobile client
 * is unreachable for a shorter time, and one byte is progress.
 */
const STALL_MS = 30_000;
/** Sweeps for stalled responses, per `STALL_MS`. */
const SWEEPS = 6;

/** Requests of one connection that wait for the responses to earlier ones. Browsers and proxies do not pipeline. */
const MAX_PIPELINED = 100;

/** Logs, metrics, limits and Node's own streams listen to the end of a response: more than Node's default of 10. */
const MAX_LISTENERS = 20;

const sockets = new WeakMap<Server, Set<Socket>>();

/** The open connections of a server that `createHttpServer` created. */
export const socketsOf = (server: Server): ReadonlySet<Socket> => sockets.get(server) ?? new Set();

/** Whether a request has several `Host` headers, of which Node reads the first one (RFC 9112 §3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** Creates an HTTP server with these limits and tracks its connections. */
export function createHttpServer(
  handler: RequestListener,
  { silenceMs = SILENCE_MS, stallMs = STALL_MS }: { readonly silenceMs?: number; readonly stallMs?: number } = {},
): Server {
  const open = new Set<Socket>();
  const listener: RequestListener = (request, response) => {
    response.setMaxListeners(MAX_LISTENERS);
    if (!hasTwoHosts(request)) return handler(request, response);
    drainRequest(request, response, () => response.writeHead(400, { Connection: 'close' }).end());
  };
  const server = rejectMalformedRequests(createServer(connections, boundPipelining(listener))).setTimeout(silenceMs);
  sockets.set(server, open);
  closeStalled(server, open, stallMs);
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  // Node's own response to an unknown expectation does not read the body.
  return server.on('checkExpectation', (request, response) => {
    drainRequest(request, response, () => response.writeHead(417).end());
  });
}

/** Closes connections whose client does not read. */
function closeStalled(server: Server, open: ReadonlySet<Socket>, stallMs: number): void {
  const progressOf = createProgress();
  const sweeps = setInterval(() => {
    const now = performance.now();
    for (const socket of open) if (socket.writableLength > 0 && progressOf(socket, now) >= stallMs) socket.destroy();
  }, stallMs / SWEEPS).unref();
  server.once('close', () => clearInterval(sweeps));
}

/** Closes a connection with too many pipelined requests: Node handles all of them at once. */
function boundPipelining(handler: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // A response has no socket while earlier ones are sent.
    if (response.socket !== null) return handler(request, response);
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > MAX_PIPELINED) return void socket.destroy();
    waiting.set(socket, count);
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    handler(request, response);
  };
}

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
  announceClose(server);
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
function announceClose(server: Server): void {
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

/**
 * Starts to listen.
 *
 * @param variable the environment variable that sets the port, for the error message
 * @returns the port, chosen by the system if `port` is 0
 * @throws OperatorError if the port is in use, or the host or port is unusable
 */
export async function listen(server: NetServer, host: string, port: number, variable: string): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code');
    if (code === 'EADDRINUSE') {
      throw new OperatorError(
        `Port ${port} on ${host} is taken: stop the process that uses it, or set ${variable} to another port.`,
      );
    }
    throw new OperatorError(
      `Lectern cannot listen on ${host}, port ${port} (${String(code)}): set ${variable.replace('PORT', 'HOST')} or ${variable} to another one.`,
      { cause: error },
    );
  }
  return (server.address() as AddressInfo).port;
}

const IDLE_MS = 1_000;

/** Stops accepting connections, and drains the open ones. */
export async function close(server: Server, idleMs = IDLE_MS): Promise<void> {
  const closed = once(server, 'close');
  // The `close` of the HTTP server would end idle connections immediately.
  NetServer.prototype.close.call(server);
  await drain(server, closed, idleMs);
}

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
