/**
 * The least work that a cached read without staleness takes: bare node:http, one short statement, and the same bytes
 * from memory. The first request of each URL is forwarded to Lectern, whose port is the last argument.
 */
import { createServer, type ServerResponse } from 'node:http';
import { listen, told } from './listen.js';
import { openPool } from './pool.js';

interface Stored {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const look = { name: 'look', text: 'select pg_current_snapshot()::text as snapshot' };
const arguments_ = told();
const pool = openPool(arguments_);
const stored = new Map<string, Stored>();

async function load(url: string): Promise<Stored> {
  const response = await fetch(`http://127.0.0.1:${arguments_.word}${url}`, {
    headers: { 'Accept-Encoding': 'identity' },
  });
  const body = Buffer.from(await response.arrayBuffer());
  const kept = ['content-type', 'etag', 'cache-control', 'vary'].map((name) => [name, response.headers.get(name)]);
  const headers = { ...Object.fromEntries(kept), 'content-length': String(body.length) } as Stored['headers'];
  stored.set(url, { headers, body });
  return { headers, body };
}

async function answer(url: string, response: ServerResponse): Promise<void> {
  const { headers, body } = stored.get(url) ?? (await load(url));
  await pool.query(look);
  response.writeHead(200, headers).end(body);
}

const server = createServer(({ url = '' }, response) => {
  answer(url, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});
listen(server, arguments_, () => pool.end());
