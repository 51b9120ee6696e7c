import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type AddressInfo } from 'node:net';
import { OperatorError } from '../operator-error.js';

/**
 * Starts to listen.
 *
 * @param variable the environment variable that sets the port, for the message
 * @returns the port, chosen by the system when `port` is 0
 * @throws OperatorError when the port is taken, or the host or port cannot be used
 */
export async function listen(server: Server, host: string, port: number, variable: string): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code');
    if (code === 'EADDRINUSE') {
      throw new OperatorError(
        `Port ${port} on ${host} is taken: stop what uses it, or set ${variable} to another port.`,
      );
    }
    throw new OperatorError(
      `Lectern cannot listen on ${host}, port ${port} (${String(code)}): set ${variable.replace('PORT', 'HOST')} or ${variable} to another one.`,
      { cause: error },
    );
  }
  return (server.address() as AddressInfo).port;
}

const GRACE_MS = 8_000;

const IDLE_POLL_MS = 50;
const IDLE_MS = 1_000;

/**
 * Stops accepting, lets what is in flight finish, and resolves when all connections are gone (8 s at most).
 *
 * @param idleMs how long connections without a request stay open. To end one at once would meet the next request of its
 *   client, which may be on its way; answered, it is told that the connection ends.
 */
export async function close(server: Server, idleMs = IDLE_MS): Promise<void> {
  const closed = once(server, 'close');
  // That of HTTP would end idle connections now.
  NetServer.prototype.close.call(server);
  // Whoever keeps connections alive learns with the next answer that this one ends.
  server.prependListener('request', (_request, response: ServerResponse) => response.setHeader('Connection', 'close'));
  const begin = performance.now();
  const idle = setInterval(() => {
    // After what has come in meanwhile has been read.
    if (performance.now() - begin >= idleMs) setImmediate(() => server.closeIdleConnections());
  }, IDLE_POLL_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}
