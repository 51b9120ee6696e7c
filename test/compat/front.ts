import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A response as sent over the wire, which a change may alter. */
export interface Wire {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly request: Readonly<Record<string, string>>;
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** A single defect: in the request to the real server, in its response, or both. */
export interface Change {
  readonly asks?: (asked: { url: string; headers: Record<string, string> }) => {
    url: string;
    headers: Record<string, string>;
  };
  readonly answers?: (wire: Wire) => void;
}

/** A proxy of a real server, which forwards its responses with one change. */
export interface Front {
  readonly base: string;
  change: Change;
  stop(): Promise<void>;
}

export async function startFront(target: string): Promise<Front> {
  const answers = new Map<string, Promise<Omit<Wire, 'method' | 'url' | 'request'>>>();
  let change: Change = {};
  const server = createServer((request, response) => void pass(request, response));

  /** The records do not change, so each request is forwarded only once. */
  async function fetched(method: string, url: string, headers: Record<string, string>) {
    const key = JSON.stringify([method, url, headers]);
    const answer = answers.get(key) ?? ask(method, url, headers);
    answers.set(key, answer);
    return answer;
  }

  async function ask(method: string, url: string, headers: Record<string, string>) {
    // Unchanged: clients decompress a body that the headers declare as compressed.
    const plain = { ...headers, 'accept-encoding': 'identity' };
    const response = await fetch(target + url, { method, headers: plain, redirect: 'manual' });
    const text = (await response.text()).replaceAll(target, front.base);
    return { status: response.status, headers: Object.fromEntries(response.headers), text };
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const headers = Object.fromEntries(
      ['accept', 'authorization', 'origin', 'access-control-request-method'].flatMap((name) => {
        const value = request.headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
    const asked = change.asks?.({ url, headers }) ?? { url, headers };
    const answer = await fetched(method, asked.url, asked.headers);
    const wire: Wire = { method, url, request: headers, ...answer, headers: { ...answer.headers } };
    change.answers?.(wire);
    delete wire.headers['content-length'];
    response.writeHead(wire.status, wire.headers);
    response.end(method === 'HEAD' || wire.status === 204 ? undefined : wire.text);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const front: Front = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get change() {
      return change;
    },
    set change(value) {
      change = value;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return front;
}
