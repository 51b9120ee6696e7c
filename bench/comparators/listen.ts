import type { RequestListener, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';

/** Command-line arguments of a comparator, in this order. */
export interface Told {
  readonly port: number;
  /** Connection URL of the database. */
  readonly connectionString: string;
  readonly connections: number;
  readonly applicationName: string;
  /** Scheme and host of the links. */
  readonly origin: string;
  /** Specific argument: `counted` or `stored` for the yardstick. */
  readonly word: string;
}

export function told(): Told {
  const [port, connectionString = '', connections, applicationName = '', origin = '', word = ''] =
    process.argv.slice(2);
  return { port: Number(port), connectionString, connections: Number(connections), applicationName, origin, word };
}

/** Listens on loopback until SIGTERM, then calls `close`. */
export function listen(server: Server, { port }: Told, close: () => unknown): void {
  // Connections are idle while other servers are measured: a long timeout prevents a close just before reuse.
  server.keepAliveTimeout = 600_000;
  server.listen(port, '127.0.0.1');
  process.on('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
    void close();
  });
}

/** Bare node:http server of serialized JSON. @param answer returns the body for a URL; null for 404 */
export function textServer(answer: (url: string) => Promise<string | null>): Server {
  const listener: RequestListener = (request, response) => {
    answer(request.url ?? '').then(
      (body) => (body === null ? send(response, 404, '["Not found"]') : send(response, 200, body)),
      (error: unknown) => send(response, 500, JSON.stringify([String(error)])),
    );
  };
  return createServer(listener);
}

function send(response: ServerResponse, status: number, body: string): void {
  // Measured: Node writes a buffer faster than an equal long string.
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf8',
    'Access-Control-Allow-Origin': '*',
    'Content-Length': bytes.length,
  });
  response.end(bytes);
}
