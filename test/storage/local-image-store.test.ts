import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ImageStore, imageNames } from '../../src/adapters/storage/image-store.js';
import { createLocalImageStore } from '../../src/adapters/storage/local-image-store.js';
import { withStoreTimeout } from '../../src/adapters/storage/store-timeout.js';
import { sweepImages } from '../../src/adapters/storage/sweep-images.js';
import { describeImageStore, listed } from './image-store-suite.js';

const HOUR_MS = 3_600_000;
const unavailable = { code: 'UNAVAILABLE', problems: [{ reason: 'STORAGE_UNAVAILABLE' }] };
const bytes = Buffer.from('an image');

let folder: string;
let images: string;
let store: ImageStore;
let reports: unknown[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-images-'));
  images = join(folder, 'images');
  reports = [];
  store = createLocalImageStore(images, (cause) => reports.push(cause));
});
afterEach(() => rm(folder, { recursive: true }));

async function names(): Promise<string[]> {
  return (await listed(store)).map(({ name }) => name).sort();
}

describeImageStore('a folder', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-images-'));
  const failures: unknown[] = [];
  return {
    store: createLocalImageStore(directory, (cause) => failures.push(cause)),
    contents: async () => (await readdir(directory)).sort(),
    putForeign: (name) => writeFile(join(directory, name), 'x'),
    pageSize: null,
    reports: failures,
    remove: () => rm(directory, { recursive: true }),
  };
});

describe('an image store in a folder also', () => {
  it('is unavailable while its folder is inaccessible, and recovers', async () => {
    await writeFile(images, 'a file in the way');
    const { original } = imageNames('7', 'png');
    await expect(store.put(original, bytes)).rejects.toMatchObject(unavailable);
    await expect(store.remove([original])).rejects.toMatchObject(unavailable);
    await expect(names()).rejects.toMatchObject(unavailable);
    expect(reports.map(String)).toEqual(Array(3).fill(expect.stringMatching(/EEXIST|ENOTDIR/)));
    await rm(images);
    await store.put(original, bytes);
    expect(await names()).toEqual([original]);
  });

  it('does not wait forever for a disk that does not respond', async () => {
    const silence = new Promise<never>(() => undefined);
    await expect(withStoreTimeout(silence, 20, (cause) => reports.push(cause))).rejects.toMatchObject(unavailable);
    expect(reports.map(String)).toEqual(['Error: Store operation timed out after 20 ms']);
  });

  it('contains only complete files under their names, even if the process is killed during a write', async () => {
    const size = 64 * 1024 * 1024;
    const child = fileURLToPath(new URL('put-in-child.js', import.meta.url));
    const count = async (): Promise<number> => (await readdir(folder, { recursive: true })).length;
    await mkdir(images);
    for (let round = 0; round < 4; round++) {
      const before = await count();
      const writer = spawn(process.execPath, [child, images, `${size}`, '1000'], { stdio: 'ignore' });
      // The first three wrote only a beginning; the last one has completed an image, and has begun another.
      while ((await count()) < before + (round < 3 ? 1 : 2)) await setTimeout(1);
      writer.kill('SIGKILL');
      await once(writer, 'exit');
    }
    const left = await names();
    const whole = left.filter((name) => name.startsWith('event-'));
    const sizes = await Promise.all(whole.map(async (name) => (await stat(join(images, name))).size));
    expect(sizes).toEqual(whole.map(() => size));
    // Incomplete files are listed too, so that the sweep finds them.
    expect(left).toEqual((await readdir(images)).sort());
    expect(left.filter((name) => !name.startsWith('event-')).length).toBeGreaterThan(0);
    await store.remove(left);
    expect(await readdir(images)).toEqual([]);
  });
});

describe('the sweep', () => {
  it('deletes old files that no record references, complete or not, and nothing else', async () => {
    const now = new Date();
    const [kept, orphan, young] = ['1', '2', '3'].map((event) => imageNames(event, 'png').original) as [
      string,
      string,
      string,
    ];
    const part = (name: string): string => `.${name}.6f1c1f0e-5d0c-4c7a-9a5e-0b8f2b8f6a11.part`;
    for (const name of [kept, orphan, young]) await store.put(name, bytes);
    const foreign = ['README', '.gitkeep', 'event-7.png'];
    for (const name of [part(orphan), part(young), ...foreign]) await writeFile(join(images, name), bytes);
    const old = new Date(now.getTime() - HOUR_MS - 1_000);
    for (const name of [kept, orphan, part(orphan), ...foreign]) await utimes(join(images, name), old, old);
    const recent = new Date(now.getTime() - HOUR_MS + 60_000);
    for (const name of [young, part(young)]) await utimes(join(images, name), recent, recent);
    const asked: string[] = [];
    const isReferenced = (some: readonly string[]): Promise<Set<string>> => {
      asked.push(...some);
      return Promise.resolve(new Set([kept]));
    };
    const deleted = await sweepImages(store, isReferenced, HOUR_MS, now);
    expect(deleted.sort()).toEqual([orphan, part(orphan)].sort());
    expect(asked.sort()).toEqual([kept, orphan, part(orphan)].sort());
    expect((await readdir(images)).sort()).toEqual([kept, young, part(young), ...foreign].sort());
  });

  it('deletes nothing if it cannot determine the referenced ones', async () => {
    const { original } = imageNames('1', 'png');
    await store.put(original, bytes);
    const later = new Date(Date.now() + 2 * HOUR_MS);
    const failing = (): Promise<never> => Promise.reject(new Error('no database'));
    await expect(sweepImages(store, failing, HOUR_MS, later)).rejects.toThrow('no database');
    expect(await names()).toEqual([original]);
  });
});
