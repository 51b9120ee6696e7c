import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OperatorError } from '../operator-error.js';

/**
 * Starts to listen.
 *
 * @param variable the environment variable that sets the port, for the message
 * @returns the port, chosen by the system when `port` is 0
 * @throws OperatorError when the port is taken or may not be used
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
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      throw new OperatorError(
        `Lectern may not listen on ${host}:${port} (${code}): set HOST and ${variable} to others.`,
      );
    }
    throw error;
  }
  return (server.address() as AddressInfo).port;
}

const GRACE_MS = 10_000;

/** Stops accepting, lets what is in flight finish, and resolves when all connections are gone (10 s at most). */
export async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const deadline = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(deadline);
}
