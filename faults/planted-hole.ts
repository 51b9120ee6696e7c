import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import type { Cleanup } from '../src/server/composition/lifecycle.js';

/**
 * Starts a server with a deliberate SQL injection on the same database, as a positive control for the scanner.
 *
 * @returns a URL whose `title` is interpolated into a statement
 */
export async function plantHole(pool: pg.Pool, cleanup: Cleanup): Promise<string> {
  const server = createServer((request, response) => {
    const title = new URL(request.url ?? '', 'http://localhost').searchParams.get('title') ?? '';
    pool.query(`select title from talks where title = '${title}'`).then(
      ({ rows }) => response.end(JSON.stringify(rows)),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.add(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/talks?title=Talk+1`;
}
