import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHttpServer } from '../../src/http/http-server.js';

/** Responds without reading the body, after a turn of the event loop. */
const server = createHttpServer((request, response) => {
  setImmediate(() => response.end(`${request.method} ${request.url}`));
});
const port = () => (server.address() as AddressInfo).port;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

const LONG = 'x'.repeat(8_000_000);

/** Sends a text, and returns everything that arrives before the connection is closed, or its error. */
async function exchange(text: string): Promise<string> {
  const socket = connect(port(), '127.0.0.1');
  let received = '';
  let failure = '';
  socket.setEncoding('latin1').on('data', (data: string) => (received += data));
  socket.on('error', (error: NodeJS.ErrnoException) => (failure = `${error.code}`));
  socket.write(text);
  await once(socket, 'close').catch(() => undefined);
  return failure || received;
}

describe('A client that is still sending receives the response to', () => {
  it.each([
    ['an ambiguous length', `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n${LONG}`, 400],
    ['an invalid chunk', `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${LONG}`, 400],
    ['a target that is too long', `GET /?${LONG} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['headers that are too long', `GET / HTTP/1.1\r\nHost: a\r\nA: ${LONG}\r\n\r\n`, 431],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n', 400],
    [
      'the same host twice',
      `POST / HTTP/1.1\r\nHost: a\r\nHost: a\r\nContent-Length: ${LONG.length}\r\n\r\n${LONG}`,
      400,
    ],
    ['no HTTP', LONG, 400],
    [
      'an unknown expectation',
      `PUT / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\nContent-Length: ${LONG.length}\r\n\r\n${LONG}`,
      417,
    ],
  ])('%s', async (_, text, status) => {
    for (let time = 0; time < 5; time += 1) {
      expect(await exchange(text)).toMatch(
        new RegExp(`^HTTP/1\\.1 ${status} [\\w ]+\r\n(Date: .*\r\n)?Connection: close\r\n`),
      );
    }
  });

  it('what precedes the malformed request', async () => {
    const good = 'GET /good HTTP/1.1\r\nHost: a\r\n\r\n';
    expect(await exchange(`${good}nonsense\r\n\r\n${LONG}`)).toMatch(/^HTTP\/1\.1 (200|400) /);
    const socket = connect(port(), '127.0.0.1').setEncoding('latin1');
    socket.write(good);
    const [first] = (await once(socket, 'data')) as [string];
    expect(first).toContain('GET /good');
    socket.write(`nonsense\r\n\r\n${LONG}`);
    const [second] = (await once(socket, 'data')) as [string];
    expect(second).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
  });
});

it('A client that never stops sending is disconnected', async () => {
  // Otherwise the client itself closes when it receives the response.
  const socket = connect({ port: port(), host: '127.0.0.1', allowHalfOpen: true }).resume();
  socket.on('error', () => undefined);
  const begin = performance.now();
  socket.write('nonsense\r\n\r\n');
  while (!socket.destroyed && performance.now() - begin < 10_000) {
    if (socket.writable) socket.write('x'.repeat(1_000));
    await sleep(20);
  }
  expect(socket.destroyed).toBe(true);
  expect(performance.now() - begin).toBeLessThan(5_000);
});
