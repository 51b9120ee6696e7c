import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createHttpServer, close } from '../../src/http/http-server.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';

afterEach(cleanUp);

const LARGE = 'x'.repeat(20_000_000);
const requestOf = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`;

/** Responds with the path; `/large` with more than a connection buffers, and `/slow` once released. */
async function startServer() {
  const asked: string[] = [];
  const slow = Promise.withResolvers<void>();
  const server = createHttpServer((request, response) => {
    const { url = '' } = request;
    asked.push(url);
    const answer = (): unknown => response.end(url === '/large' ? LARGE : `<${url}>`);
    void (url === '/slow' ? slow.promise : pause(10)).then(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atTheEnd(() => server.closeAllConnections());
  return { server, asked, release: slow.resolve };
}

/** A keep-alive connection that has had a response. */
async function keptAlive(server: Server): Promise<{ readonly socket: Socket; readonly received: Promise<string> }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  atTheEnd(() => socket.destroy());
  socket.write(requestOf('/first'));
  await once(socket, 'data');
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  return { socket, received: once(socket, 'close').then(() => text) };
}

const pathsIn = (text: string): string[] => text.match(/<[^>]+>/g) ?? [];

describe('a server that drains its connections', () => {
  it('responds to every pipelined request, and closes with the last response', async () => {
    const { server, asked } = await startServer();
    const { socket, received } = await keptAlive(server);
    const closed = close(server, 5_000);
    socket.write(['/1', '/2', '/3'].map(requestOf).join(''));
    const text = await received;
    await closed;
    expect(pathsIn(text)).toEqual(['</1>', '</2>', '</3>']);
    expect(asked).toEqual(['/first', '/1', '/2', '/3']);
    expect(text.split('Connection: close')).toHaveLength(2);
    expect(text.indexOf('Connection: close')).toBeGreaterThan(text.indexOf('</2>'));
  });

  it('does not execute requests after the one whose response closes the connection', async () => {
    const { server, asked, release } = await startServer();
    const { socket, received } = await keptAlive(server);
    socket.write(requestOf('/slow'));
    await pause(50);
    const closed = close(server, 5_000);
    socket.write(requestOf('/2'));
    // Its response, which has `Connection: close`, waits behind that of the slow request.
    await pause(100);
    socket.write(requestOf('/3'));
    await pause(100);
    release();
    const text = await received;
    await closed;
    expect(pathsIn(text)).toEqual(['</slow>', '</2>']);
    expect(asked).toEqual(['/first', '/slow', '/2']);
  });

  it('sends a slow client its whole response', async () => {
    const { server } = await startServer();
    const { socket, received } = await keptAlive(server);
    socket.pause();
    socket.write(requestOf('/large'));
    await pause(200);
    const closed = close(server, 200);
    await pause(1_000);
    socket.resume();
    const text = await received;
    await closed;
    expect(text.length).toBeGreaterThan(LARGE.length);
  });
});
