import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { imageNames, type ImageStore } from '../../src/adapters/storage/image-store.js';
import { startS3rver, type S3rver } from '../support/object-store.js';
import { objectStores } from '../support/object-stores.js';
import { describeImageStore } from './image-store-suite.js';
import { storeIn } from './store-in.js';

const unavailable = { code: 'UNAVAILABLE', problems: [{ reason: 'STORAGE_UNAVAILABLE' }] };
const bytes = Buffer.from('an image');

/** s3rver encrypts its continuation tokens with DES, which OpenSSL 3 lacks. */
const lacksPages = new Set(['s3rver']);

for (const { name, start } of objectStores) {
  for (const [what, prefix] of [
    ['a bucket', ''],
    ['a folder of a bucket', 'lectern/images'],
  ] as const) {
    describeImageStore(`${what} of ${name}`, async () => {
      const bucket = await start();
      const reports: unknown[] = [];
      return {
        store: storeIn(bucket, reports, { S3_PREFIX: prefix }),
        contents: bucket.keys,
        putForeign: (key) => bucket.put(prefix === '' ? key : `${prefix}/${key}`, 'x'),
        reports,
        pageSize: lacksPages.has(name) ? null : 1_000,
        remove: bucket.remove,
      };
    });
  }
}

describe('an image store in a bucket', () => {
  let server: S3rver;
  let store: ImageStore;
  let reports: unknown[];
  beforeAll(async () => void (server = await startS3rver()));
  afterAll(() => server.remove());
  beforeEach(() => {
    reports = [];
    store = storeIn(server, reports);
  });

  it('stores the type of each image, and that it may be cached forever, for a public bucket', async () => {
    const { original } = imageNames('7', 'jpg');
    await store.put(original, bytes);
    const { S3_ENDPOINT, S3_BUCKET } = server.environment;
    const response = await fetch(`${S3_ENDPOINT}/${S3_BUCKET}/${original}`);
    expect([response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      'image/jpeg',
      'public, max-age=31536000, immutable',
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ['in a missing bucket', { S3_BUCKET: 'missing' }],
    ['with an unknown key', { S3_ACCESS_KEY_ID: 'unknown' }],
    ['at a closed port', { S3_ENDPOINT: 'http://127.0.0.1:1' }],
  ])('is unavailable %s', async (_, variables) => {
    const broken = storeIn(server, reports, variables);
    const { original } = imageNames('7', 'png');
    await expect(broken.put(original, bytes)).rejects.toMatchObject(unavailable);
    await expect(broken.open(original)).rejects.toMatchObject(unavailable);
    await expect(broken.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject(unavailable);
    expect(reports).toHaveLength(3);
  });
});
