import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { uploadOf } from '../../rest-facade/serve/upload.js';
import { BOUNDARY, FORM_TYPE, formOf, leaveEarly } from '../rest/multipart.js';

let server: Server;
let base: string;
/** The outcome of the next request, as processed by `read`. */
let next: Promise<unknown>;

async function whole(upload: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of upload) parts.push(part);
  return Buffer.concat(parts).toString();
}

beforeEach(async () => {
  server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function reading(read: (request: IncomingMessage) => Promise<unknown>): void {
  next = new Promise((resolve) => {
    server.once('request', (request, response) => {
      const done = (outcome: unknown): void => {
        response.end();
        resolve(outcome);
      };
      read(request).then(done, done);
    });
  });
}
const send = (body: Buffer, type = FORM_TYPE) =>
  fetch(base, { method: 'POST', body: new Uint8Array(body), headers: { 'Content-Type': type } });
const image = (content: Buffer | string) => ({ name: 'image', filename: 'a', content });

describe('The file of a multipart body', () => {
  it('is the first in its field, whatever precedes and follows it', async () => {
    const others = [
      { name: 'note', content: 'n' },
      { name: 'other', filename: 'o', content: 'x'.repeat(300_000) },
    ];
    reading((request) => whole(uploadOf(request, 'image')));
    const answer = await send(formOf([...others, image('first'), image('second'), ...others]));
    expect([await next, answer.status]).toEqual(['first', 200]);
  });

  it('fails for its reader if the client disconnects, in the file or before it', async () => {
    const form = formOf([{ name: 'note', content: 'n'.repeat(1000) }, image('x'.repeat(1000))]);
    for (const length of [500, 1500]) {
      reading((request) => whole(uploadOf(request, 'image')));
      await leaveEarly({ base }, '/', 'token', '', form.subarray(0, length));
      expect(await next).toMatchObject({ status: 400 });
    }
  });

  it.each([
    ['no end', formOf([image('x')]).subarray(0, -4)],
    ['a header of nonsense', Buffer.from(`--${BOUNDARY}\r\n\0\0: x\r\n\r\n--${BOUNDARY}--`)],
  ])('fails for a body with %s, unless the file was complete', async (_, body) => {
    reading((request) => whole(uploadOf(request, 'other')));
    await send(body);
    expect(await next).toMatchObject({ status: 400 });
  });

  it('may stay unread, or partly read: the client gets a response', async () => {
    const body = formOf([image(Buffer.alloc(5_000_000))]);
    reading(() => Promise.resolve('unread'));
    expect([(await send(body)).status, await next]).toEqual([200, 'unread']);
    reading(async (request) => {
      for await (const part of uploadOf(request, 'image')) return part.length;
      return 0;
    });
    expect((await send(body)).status).toBe(200);
    expect(await next).toBeGreaterThan(0);
  });

  it('is read up to 11 MB, wherever it is', async () => {
    reading((request) => whole(uploadOf(request, 'image')));
    expect((await send(formOf([{ name: 'note', content: Buffer.alloc(12_000_000) }]))).status).toBe(200);
    expect(await next).toMatchObject({ status: 413 });
  });
});
