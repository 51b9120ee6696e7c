import type { ServerOptions } from 'node:http';

/** How the service treats connections; times in milliseconds. */
export const connections: ServerOptions = {
  maxHeaderSize: 16 * 1024,
  // For a whole request with its body: ten megabytes over a slow line take less.
  requestTimeout: 120_000,
  // Many proxies keep an idle connection for a minute, and are the ones to end it: were it the service, it would reset a
  // request that is just then on its way. Node's own five seconds lose that race.
  keepAliveTimeout: 75_000,
};
