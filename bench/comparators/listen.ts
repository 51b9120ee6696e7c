import type { RequestListener, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';

/** What every comparator is told on its command line, in this order. */
export interface Told {
  readonly port: number;
  /** Address of the database. */
  readonly connectionString: string;
  readonly connections: number;
  readonly applicationName: string;
  /** Scheme and host of links. */
  readonly origin: string;
  /** A word of its own: the yardstick's is `counted` or `stored`. */
  readonly word: string;
}

export function told(): Told {
  const [port, connectionString = '', connections, applicationName = '', origin = '', word = ''] =
    process.argv.slice(2);
  return { port: Number(port), connectionString, connections: Number(connections), applicationName, origin, word };
}

/** Listens on loopback until SIGTERM, then closes what `close` closes. */
export function listen(server: Server, { port }: Told, close: () => unknown): void {
  // While the others are measured, connections wait: none is to be ended the moment before it is used again.
  server.keepAliveTimeout = 600_000;
  server.listen(port, '127.0.0.1');
  process.on('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
    void close();
  });
}

/** Bare node:http around texts that are JSON already. @param answer the text for a URL; null when there is none */
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
  // Measured: Node's streams take longer over long strings than over the same bytes.
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf8',
    'Access-Control-Allow-Origin': '*',
    'Content-Length': bytes.length,
  });
  response.end(bytes);
}
