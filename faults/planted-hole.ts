import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import type { Teardown } from '../src/teardown.js';

/**
 * A server with a real hole, on the same database: what does not find this one, finds none.
 *
 * @returns an address whose `title` goes into a statement as it comes
 */
export async function plantHole(pool: pg.Pool, teardown: Teardown): Promise<string> {
  const server = createServer((request, response) => {
    const title = new URL(request.url ?? '', 'http://localhost').searchParams.get('title') ?? '';
    pool.query(`select title from talks where title = '${title}'`).then(
      ({ rows }) => response.end(JSON.stringify(rows)),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  teardown.add(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/talks?title=Talk+1`;
}
