import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { jsonBody } from '../../src/http/json-body.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let server: Server;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  server.close();
});

const OPERATION = '{"query":"query($id: ID!) { event(id: $id) { name } }","variables":{"id":"7"}}';
const JSON_TYPE = 'application/json';

/** Sends a body in two parts with a short pause. Returns status and text. */
async function send(body: Buffer, headers: Record<string, string>): Promise<[number | undefined, string]> {
  const request = httpRequest(`${service.base}/graphql`, { method: 'POST', headers });
  request.flushHeaders();
  request.write(body.subarray(0, 11));
  setTimeout(() => request.end(body.subarray(11)), 20);
  const [response] = await once(request, 'response');
  return [response.statusCode, await text(response)];
}
const withLength = (body: Buffer, type: string, more: Record<string, string> = {}) =>
  send(body, { 'Content-Type': type, 'Content-Length': String(body.length), ...more });

it('a body is parsed independently of its transmission', async () => {
  const plain = Buffer.from(OPERATION);
  const bodies = {
    plain: withLength(plain, JSON_TYPE),
    charset: withLength(plain, 'application/json; charset=UTF-8'),
    'in pieces': send(plain, { 'Content-Type': JSON_TYPE, 'Transfer-Encoding': 'chunked' }),
    gzip: withLength(gzipSync(plain), JSON_TYPE, { 'Content-Encoding': 'gzip' }),
    brotli: withLength(brotliCompressSync(plain), JSON_TYPE, { 'Content-Encoding': 'br' }),
    'charset without a hyphen': withLength(plain, 'application/json; charset=utf8'),
    ASCII: withLength(plain, 'application/json; charset="US-ASCII"'),
    'byte order mark': withLength(Buffer.from(`\uFEFF${OPERATION}`), JSON_TYPE),
    parameters: withLength(plain, 'application/json; profile="x"'),
  };
  for (const [way, sent] of Object.entries(bodies)) {
    const [status, answer] = await sent;
    expect([way, status, JSON.parse(answer)]).toEqual([way, 200, expect.objectContaining({ data: { event: null } })]);
  }
});

const wide = Buffer.from(`\uFEFF${OPERATION}`, 'utf16le');
const accented = OPERATION.replace('"7"', '"é"');

it.each<[string, string, Buffer]>([
  ['UTF-16', 'application/json; charset=utf-16', wide],
  ['UTF-16LE', 'application/json; charset=utf-16le', wide.subarray(2)],
  ['UTF-16BE without its name', JSON_TYPE, Buffer.from(wide).swap16()],
  ['UTF-16 without its name and mark', JSON_TYPE, wide.subarray(2)],
  ['UTF-16 with the name of UTF-8', 'application/json; charset=utf-8', wide.subarray(2)],
  [
    'UTF-32',
    'application/json; charset=UTF-32',
    Buffer.from([...OPERATION].flatMap((at) => [0, 0, 0, at.charCodeAt(0)])),
  ],
  ['ISO 8859-1', 'application/json; charset=iso-8859-1', Buffer.from(accented, 'latin1')],
  ['ISO 8859-1 without its name', JSON_TYPE, Buffer.from(accented, 'latin1')],
])('a body in %s is rejected with 415', async (_, type, body) => {
  const [status, answer] = await withLength(body, type);
  expect([status, JSON.parse(answer).errors]).toEqual([
    415,
    [
      {
        message: 'The request body must be in UTF-8.',
        extensions: {
          code: 'INVALID',
          problems: [{ reason: 'CHARSET_UNSUPPORTED' }],
          requestId: expect.any(String),
        },
      },
    ],
  ]);
});

it.each(['"query"', 'null', '7', '{"query":', '[[[', '\u0000', '['.repeat(200)])(
  'rejects %j, with a length and without',
  async (body) => {
    const ways = [{ 'Content-Length': String(body.length) }, { 'Transfer-Encoding': 'chunked' }];
    for (const way of ways) {
      const [status, answer] = await send(Buffer.from(body), { 'Content-Type': JSON_TYPE, ...way });
      expect([status, JSON.parse(answer).errors[0].extensions.problems]).toEqual([
        400,
        [{ reason: 'REQUEST_INVALID' }],
      ]);
    }
  },
);

it('treats a disconnect within a body as no error of the service or its database', async () => {
  const read = new Promise<unknown>((resolve) => {
    server = createServer((request, response) => jsonBody(request, response, resolve)).listen(0, '127.0.0.1');
  });
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: here\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: 100\r\n\r\n{"query":`);
  await once(server, 'request');
  socket.destroy();
  expect(await read).toMatchObject({ message: 'Request body unreadable', status: 400 });
});
