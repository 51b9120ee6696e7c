import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { imageNames, type ImageStore, type OpenFile } from '../../src/adapters/storage/image-store.js';
import { startS3rver, type S3rver } from '../support/object-store.js';
import { storeIn } from './store-in.js';

const MAX_UPLOAD_MS = 10_000;
const unavailable = { code: 'UNAVAILABLE', problems: [{ reason: 'STORAGE_UNAVAILABLE' }] };
const bytes = Buffer.from('an image');

let server: S3rver;
let store: ImageStore;
let reports: unknown[];
beforeAll(async () => void (server = await startS3rver()));
afterAll(() => server.remove());
beforeEach(() => {
  reports = [];
  store = storeIn(server, reports);
});

describe('an image store in a bucket', () => {
  it('fails within the time of an upload while the server is frozen or gone, and recovers', async () => {
    const { original, small } = imageNames('7', 'png');
    await store.put(small, bytes);
    const upload = async () => {
      const begin = performance.now();
      await expect(store.put(original, bytes)).rejects.toMatchObject(unavailable);
      await expect(store.remove([original])).rejects.toMatchObject(unavailable);
      return performance.now() - begin;
    };
    server.signal('SIGSTOP');
    expect(await upload()).toBeLessThan(MAX_UPLOAD_MS);
    await expect(store.stat(small)).rejects.toMatchObject(unavailable);
    server.signal('SIGCONT');
    expect((await store.stat(small))?.size).toBe(bytes.length);
    await server.kill();
    expect(await upload()).toBeLessThan(MAX_UPLOAD_MS);
    await server.restart();
    await store.put(original, bytes);
    expect((await store.stat(small))?.size).toBe(bytes.length);
  });

  it('does not wait forever for the rest of an image, but for a slow reader', async () => {
    const part = 'HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n';
    const stalling = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.write(`${part}${'x'.repeat(1_000)}`));
    });
    stalling.listen(0, '127.0.0.1');
    await once(stalling, 'listening');
    const endpoint = `http://127.0.0.1:${(stalling.address() as AddressInfo).port}`;
    const file = await storeIn(server, reports, { S3_ENDPOINT: endpoint }).open(imageNames('7', 'png').small);
    await expect(buffer(file!.body)).rejects.toMatchObject(unavailable);
    stalling.close();

    const large = Buffer.alloc(10 * 1024 * 1024, 'x');
    const { original } = imageNames('7', 'png');
    await store.put(original, large);
    const { body } = (await store.open(original))!;
    await once(body, 'readable');
    await sleep(7_000);
    expect((await buffer(body)).length).toBe(large.length);
  });

  it('serves as many slow readers as it has connections, rejects further ones, and still stores images', async () => {
    const { original, small } = imageNames('7', 'png');
    // More than Node.js reads ahead, so each reader keeps its connection. The kernel buffers all of it: with 10 MB each,
    // its memory for sockets can run out, and reads stall.
    const size = 1024 * 1024;
    await store.put(original, Buffer.alloc(size, 'x'));
    // In batches, because a busy machine cannot open 200 within the timeout of a read.
    const slow: (OpenFile | null)[] = [];
    while (slow.length < 200) {
      slow.push(...(await Promise.all(Array.from({ length: 10 }, () => store.open(original)))));
    }
    await expect(store.open(original)).rejects.toMatchObject(unavailable);
    await store.put(small, bytes);
    await store.remove([small]);
    for (const file of slow) file?.body.destroy();
    const again = await store.open(original);
    expect(again?.size).toBe(size);
    again?.body.destroy();
  });
});
