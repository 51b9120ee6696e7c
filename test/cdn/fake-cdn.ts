import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A purge request as a CDN receives it. */
interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** By `performance.now()`. */
  readonly at: number;
}

/** The purge endpoint of a CDN. */
export interface FakeCdn {
  readonly url: string;
  readonly received: readonly Received[];
  /** The keys of each request so far, from the header `xkey`. */
  keys(): string[][];
  /** The status of its responses; 0: it never responds. */
  status: number;
  close(): Promise<void>;
}

export async function startFakeCdn(): Promise<FakeCdn> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    void text(request).then((body) => {
      received.push({ method, path, headers, body, at: performance.now() });
      if (cdn.status > 0) response.writeHead(cdn.status).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cdn: FakeCdn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`,
    received,
    keys: () => received.map(({ headers }) => String(headers['xkey']).split(' ')),
    status: 200,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return cdn;
}
