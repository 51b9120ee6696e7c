import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { atTheEnd } from './clean-up.js';

/** A reverse proxy before a service, as during its restarts. */
export interface Proxy {
  /** `http://127.0.0.1:<port>` */
  readonly base: string;
  /** Requests since the service went away. */
  readonly refused: () => number;
  /**
   * Answers 502 from now on, and cuts all connections.
   *
   * @param ending `clean` ends the responses in progress instead, as if they were complete, as some proxies do
   */
  readonly goAway: (ending?: 'cut' | 'clean') => void;
  readonly comeBack: () => void;
}

/** Starts a proxy that keeps the `Host` of its clients. It stops at the end of the test. */
export async function startProxy(target: string): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const responses = new Set<ServerResponse>();
  let isAway = false;
  let refused = 0;
  const refuse = (response: ServerResponse): void => {
    response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
  };
  const server = createServer((incoming, response) => {
    if (isAway) {
      refused += 1;
      return refuse(response);
    }
    const { method, headers, url = '/' } = incoming;
    const onward = request(new URL(url, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    onward.on('error', () => (response.headersSent ? response.destroy() : refuse(response)));
    responses.add(response);
    response.on('close', () => {
      responses.delete(response);
      onward.destroy();
    });
    incoming.pipe(onward);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atTheEnd(() => {
    server.close();
    cut();
  });
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused: () => refused,
    goAway: (ending = 'cut') => {
      [isAway, refused] = [true, 0];
      if (ending === 'clean') responses.forEach((response) => response.end());
      else cut();
    },
    comeBack: () => void (isAway = false),
  };
}
