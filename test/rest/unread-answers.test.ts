import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { createHttpServer } from '../../src/http/http-server.js';

const answered = Promise.withResolvers<ServerResponse>();
const server = createHttpServer(
  (_request, response) => {
    response.end(Buffer.alloc(64 * 1024 * 1024));
    answered.resolve(response);
  },
  { silenceMs: 500 },
);
afterEach(() => {
  server.close();
});

it('aborts a response that the client does not read, and frees its memory', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  // Without a reader the operating system buffers some data, but no more.
  client.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  const response = await answered.promise;
  await once(response, 'close');
  client.destroy();

  expect(response.writableFinished).toBe(false);
});
