import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { openLegacySource } from '../../../src/transfer/import/legacy/source/source.js';

let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

it.each<[string, () => string, RegExp]>([
  ['an invalid address', () => 'legacy', /^--from must be an address such as mysql:\/\//],
  ['a PostgreSQL', () => 'postgres://localhost/legacy', /^--from must be an address such as mysql:\/\//],
  ['no database', () => 'mysql://127.0.0.1', /^--from must be an address such as mysql:\/\//],
  [
    'an unreachable server',
    () => 'mysql://me:secret@127.0.0.1:1/legacy',
    /^The legacy database 127\.0\.0\.1:1\/legacy cannot be read: connection refused: check host and port\.$/,
  ],
  ['no MySQL', () => `mysql://me:secret@127.0.0.1:${port}/legacy`, /cannot be read: not a response of a MySQL server/],
])('%s is rejected with the next step, and without the password', async (_, address, sentence) => {
  const refusal = await openLegacySource(address()).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: 'OperatorError', message: expect.stringMatching(sentence) });
  expect(String(refusal)).not.toContain('secret');
});
