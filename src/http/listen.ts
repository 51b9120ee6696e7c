import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { Server, type AddressInfo } from 'node:net';
import { OperatorError } from '../config/operator-error.js';
import { drain } from './drain.js';

/**
 * Starts to listen.
 *
 * @param variable the environment variable that sets the port, for the error message
 * @returns the port, chosen by the system if `port` is 0
 * @throws OperatorError if the port is in use, or the host or port is unusable
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

const IDLE_MS = 1_000;

/** Stops accepting connections, and drains the open ones. */
export async function close(server: HttpServer, idleMs = IDLE_MS): Promise<void> {
  const closed = once(server, 'close');
  // The `close` of the HTTP server would end idle connections immediately.
  Server.prototype.close.call(server);
  await drain(server, closed, idleMs);
}
