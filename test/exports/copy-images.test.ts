import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { imageNames, type ImageStore } from '../../src/adapters/storage/image-store.js';
import { domainError } from '../../src/core/errors.js';
import { copyImages } from '../../src/transfer/images/copy-images.js';

const names = Array.from({ length: 40 }, () => imageNames('7', 'png').small);
const file = (name: string, size: number) => ({ name, size, writtenAt: new Date() });

/** A source with all images, of which the first is shorter than its listed size. */
const source: Pick<ImageStore, 'list' | 'open'> = {
  async *list() {
    yield* names.map((name) => file(name, 5));
  },
  open: (name) => Promise.resolve({ ...file(name, 5), body: Readable.from([name === names[0] ? 'abcd' : 'abcde']) }),
};
const emptyStore = (put: ImageStore['put']) => ({ async *list() {}, put });

it('reports an image that is not read completely, and copies all others', async () => {
  const stored: string[] = [];
  const to = emptyStore(async (name) => void stored.push(name));
  expect(await copyImages({ names, from: source, to, progress: () => undefined })).toEqual({
    ...{ copied: 39, present: 0, missing: [], notTried: 0 },
    failed: [{ name: names[0], reason: 'Read 4 of 5 bytes' }],
  });
  expect(stored.sort()).toEqual(names.slice(1).sort());
});

it('stops after ten failures of the store, and names their cause', async () => {
  const to = emptyStore(() =>
    Promise.reject(
      Object.assign(domainError('UNAVAILABLE', 'STORAGE_UNAVAILABLE'), { cause: new Error('no such bucket') }),
    ),
  );
  const progress: number[] = [];
  const report = await copyImages({ names, from: source, to, progress: (done) => void progress.push(done) });
  expect(report).toMatchObject({ copied: 0, present: 0, missing: [] });
  // Those in progress at the tenth failure fail as well.
  expect(report.failed.length).toBeLessThan(20);
  expect(report.failed.length + report.notTried).toBe(40);
  expect(report.failed.at(-1)?.reason).toBe('no such bucket');
  expect(progress.at(-1)).toBe(40);
});
