import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';

/** How the service treats connections; times in milliseconds. */
const connections: ServerOptions = {
  maxHeaderSize: 16 * 1024,
  // A few hundred bytes: who takes longer means to hold the connection.
  headersTimeout: 10_000,
  // For a whole request with its body: ten megabytes over a slow line take less.
  requestTimeout: 120_000,
  // How late either may be noticed.
  connectionsCheckingInterval: 5_000,
  // Many proxies keep an idle connection for a minute, and are the ones to end it: were it the service, it would reset a
  // request that is just then on its way. Node's own five seconds lose that race.
  keepAliveTimeout: 75_000,
};

/** Whoever neither sends nor takes anything for so long has left, or means to fill the memory with answers nobody reads. */
const SILENCE_MS = 60_000;

/** A server of HTTP that treats its connections so. */
export const createHttpServer = (answer: RequestListener, silenceMs = SILENCE_MS): Server =>
  createServer(connections, answer).setTimeout(silenceMs);
