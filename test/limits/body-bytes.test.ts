import { describe, expect, it } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { bodyBytes, MAX_BYTES } from '../../src/http/request-body.js';

const HALF = Buffer.alloc(MAX_BYTES / 2 + 1);

function arriving(headers: Readonly<Record<string, string>> = {}): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, headers);
  request._read = () => undefined;
  return request;
}

it.each([[[]], [[7]], [[0, 3, 0]], [[1, 2, 4, 8, 1, 1]], [Array.from({ length: 3_000 }, (_, place) => place % 5)]])(
  'a chunked body is reassembled, with chunks of any size: %#',
  async (lengths) => {
    const parts = lengths.map((length, place) => Buffer.alloc(length, place));
    const request = arriving();
    const reading = bodyBytes(request);
    for (const part of parts) request.push(part);
    request.push(null);
    expect(await reading).toEqual(Buffer.concat(parts));
  },
);

describe('a body that is too large', () => {
  it('is rejected as soon as that is known, and the rest of it is discarded', async () => {
    const request = arriving();
    const reading = bodyBytes(request);
    request.push(HALF);
    request.push(HALF);
    await expect(reading).rejects.toMatchObject({ status: 413 });
    expect(request.listenerCount('data')).toBe(0);
    request.push(HALF);
    expect(request.readableFlowing).toBe(true);
    await new Promise(setImmediate);
    expect(request.readableLength).toBe(0);
  });

  it('is one that exceeds the limit when decompressed', async () => {
    const request = arriving({ 'content-encoding': 'gzip' });
    const reading = bodyBytes(request);
    request.push(gzipSync(Buffer.concat([HALF, HALF])));
    await expect(reading).rejects.toMatchObject({ status: 413 });
    request.push(HALF);
    await new Promise(setImmediate);
    expect(request.readableLength).toBe(0);
  });
});
