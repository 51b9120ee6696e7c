import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { imageNames, type ImageStore, type StoredFile } from '../../src/adapters/storage/image-store.js';
import { sweepImages } from '../../src/adapters/storage/sweep-images.js';

const HOUR_MS = 3_600_000;
const bytes = Buffer.from('an image');

/** An image store, and access to its contents that is independent of it. */
export interface StoreStage {
  readonly store: ImageStore;
  /** The names of everything stored, sorted, including files that are no images. */
  readonly contents: () => Promise<readonly string[]>;
  /** Stores a file that is no image. */
  readonly putForeign: (name: string) => Promise<void>;
  /** Maximum number of files in one response of the server; null: the store has no pages. */
  readonly pageSize: number | null;
  /** What the store has reported. */
  readonly reports: readonly unknown[];
  readonly remove: () => Promise<void>;
}

/** Declares the tests that every image store passes. */
export function describeImageStore(kind: string, openStage: () => Promise<StoreStage>): void {
  describe(`an image store in ${kind}`, () => {
    let stage: StoreStage;
    let store: ImageStore;
    beforeAll(async () => {
      stage = await openStage();
      ({ store } = stage);
    });
    beforeEach(async () => store.remove((await listed(store)).map(({ name }) => name)));
    afterAll(() => stage.remove());

    const names = async () => (await listed(store)).map(({ name }) => name).sort();
    const contentsOf = async (name: string) => {
      const file = await store.open(name);
      return file && { ...file, body: await buffer(file.body) };
    };

    it('stores files, lists and reads them, and deletes them idempotently', async () => {
      const { original, small } = imageNames('7', 'png');
      expect([await names(), await store.stat(original), await store.open(original)]).toEqual([[], null, null]);
      await store.put(original, bytes);
      await store.put(small, new Uint8Array(bytes));
      expect(await names()).toEqual([original, small].sort());
      const [first] = (await listed(store)).filter(({ name }) => name === original);
      expect(first).toEqual({ name: original, size: bytes.length, writtenAt: expect.any(Date) });
      expect(Math.abs(Date.now() - first!.writtenAt.getTime())).toBeLessThan(60_000);
      const stat = await store.stat(original);
      expect({ ...stat, writtenAt: null }).toEqual({ ...first, writtenAt: null });
      expect(await contentsOf(original)).toEqual({ ...stat, body: bytes });
      expect((await contentsOf(small))?.body).toEqual(bytes);
      await store.remove([original]);
      await store.remove([original, small]);
      expect([await names(), stage.reports]).toEqual([[], []]);
    });

    it('stores the largest images', async () => {
      const large = Buffer.alloc(10 * 1024 * 1024, 'x');
      const { original } = imageNames('7', 'png');
      await store.put(original, large);
      expect((await contentsOf(original))?.body.equals(large)).toBe(true);
    });

    it('lists all pages', async () => {
      const length = (stage.pageSize ?? 0) + 1;
      const all = Array.from({ length }, () => imageNames('7', 'png').small);
      await pLimit(20).map(all, (name) => store.put(name, bytes));
      expect(await names()).toEqual([...all].sort());
    });

    it('never reuses a name, for any upload and in concurrent ones', async () => {
      const all = Array.from({ length: 40 }, () => imageNames('7', 'gif').original);
      await Promise.all(all.map((name) => store.put(name, bytes)));
      expect(await names()).toEqual([...all].sort());
      await store.remove(all);
      expect(await names()).toEqual([]);
    });

    it.each([
      '../secret',
      '/etc/passwd',
      'event-7-0123456789abcdef-orig.png/../../x',
      '..',
      '',
      'event-7-0123-orig.svg',
      '.hidden',
    ])('rejects other names: %j', async (name) => {
      const before = await stage.contents();
      await expect(store.put(name, bytes)).rejects.toThrow(RangeError);
      await expect(store.remove([name])).rejects.toThrow(RangeError);
      await expect(store.stat(name)).rejects.toThrow(RangeError);
      await expect(store.open(name)).rejects.toThrow(RangeError);
      expect(await stage.contents()).toEqual(before);
    });

    it('is swept: of the old images those that no record references', async () => {
      const [kept, orphan] = ['1', '2'].map((event) => imageNames(event, 'png').original) as [string, string];
      for (const name of [kept, orphan]) await store.put(name, bytes);
      await stage.putForeign('README');
      const before = await stage.contents();
      const sweep = (now: number) => sweepImages(store, () => Promise.resolve(new Set([kept])), HOUR_MS, new Date(now));
      expect(await sweep(Date.now() + HOUR_MS / 2)).toEqual([]);
      expect(await sweep(Date.now() + 2 * HOUR_MS)).toEqual([orphan]);
      expect(await stage.contents()).toEqual(before.filter((name) => !name.endsWith(orphan)));
    });
  });
}

export async function listed(store: Pick<ImageStore, 'list'>): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const file of store.list()) files.push(file);
  return files;
}
