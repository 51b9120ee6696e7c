import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService, type TestService } from '../support/service.js';

const LENGTH = 2 * 1024 * 1024;
const PART = Buffer.alloc(LENGTH / 4, 'x');
const PAUSE_MS = 100;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Sends the headers and only then, in parts, a body that is too large; reads nothing before all is sent. */
async function sendSlowly(path: string): Promise<{ readonly text: string; readonly errors: unknown[] }> {
  const { hostname, port } = new URL(service.base);
  const socket = new Socket();
  const errors: unknown[] = [];
  let text = '';
  socket.on('error', (error) => errors.push(error));
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.pause();
  await once(socket.connect(Number(port), hostname), 'connect');
  const head = [`POST ${path} HTTP/1.1`, `Host: ${hostname}`, 'Connection: close', `Content-Length: ${LENGTH}`];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  for (let sent = 0; sent < LENGTH; sent += PART.length) {
    await sleep(PAUSE_MS);
    socket.write(PART);
  }
  socket.resume();
  await closed;
  return { text, errors };
}

describe('a client with `Connection: close` that gets a response before it has sent its body', () => {
  it.each(['/v2.1/events', '/graphql'])(
    'can send the rest without a reset, and reads the response (%s)',
    async (path) => {
      const { text, errors } = await sendSlowly(path);
      expect(errors).toEqual([]);
      expect(text).toMatch(/^HTTP\/1\.1 413 /);
      expect(text).toMatch(/^Connection: close\r$/m);
    },
  );
});
