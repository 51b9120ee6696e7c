/**
 * The yardstick: what somebody who knows Node and PostgreSQL would write by hand for two reads of v2.1, and for nothing
 * else. Bare node:http, named prepared statements, nothing per record, the JSON text put together from pieces.
 *
 * Arguments: port, address of the database, connections, application name, origin of links, `counted` or `stored`.
 */
import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';
import { createEventPages } from './yardstick/event-page.js';
import { createTalkPages } from './yardstick/talk-page.js';

const [port, connectionString, connections, applicationName, origin = '', counters] = process.argv.slice(2);
const EVENTS = /^\/v2\.1\/events\?resultsperpage=(\d+)&start=(\d+)$/;
const TALKS = /^\/v2\.1\/events\/(\d+)\/talks\?resultsperpage=(\d+)$/;

const pool = new pg.Pool({ connectionString, max: Number(connections), application_name: applicationName });
pool.on('error', (error) => process.stderr.write(`${error.message}\n`));
const eventPage = createEventPages(pool, origin, counters === 'counted');
const talkPage = await createTalkPages(pool, origin, counters === 'counted');

/** The text of the answer; null when there is none. */
function answer(url: string): Promise<string | null> {
  const events = EVENTS.exec(url);
  if (events) return eventPage(Number(events[1]), Number(events[2]));
  const talks = TALKS.exec(url);
  if (talks) return talkPage(talks[1] ?? '', Number(talks[2]));
  return Promise.resolve(null);
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

const server = createServer((request, response) => {
  answer(request.url ?? '').then(
    (body) => (body === null ? send(response, 404, '["Not found"]') : send(response, 200, body)),
    (error: unknown) => send(response, 500, JSON.stringify([String(error)])),
  );
});
server.listen(Number(port), '127.0.0.1');

process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
