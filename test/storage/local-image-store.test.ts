import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ImageStore, type StoredFile, imageNames } from '../../src/adapters/storage/image-store.js';
import { createLocalImageStore, withStoreTimeout } from '../../src/adapters/storage/local-image-store.js';
import { sweepImages } from '../../src/adapters/storage/sweep-images.js';

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

async function listed(): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const file of store.list()) files.push(file);
  return files;
}

async function names(): Promise<string[]> {
  return (await listed()).map(({ name }) => name).sort();
}

describe('an image store in a folder', () => {
  it('stores files, lists their names and ages, and deletes them idempotently', async () => {
    const { original, small } = imageNames('7', 'png');
    expect(await names()).toEqual([]);
    await store.put(original, bytes, 'image/png');
    await store.put(small, new Uint8Array(bytes), 'image/png');
    expect(await readdir(images)).toEqual([original, small]);
    expect(await Promise.all([original, small].map((name) => readFile(join(images, name))))).toEqual([bytes, bytes]);
    const [first] = await listed();
    expect(Math.abs(Date.now() - first!.writtenAt.getTime())).toBeLessThan(60_000);
    await store.remove([original]);
    await store.remove([original, small]);
    expect(await names()).toEqual([]);
    expect(reports).toEqual([]);
  });

  it('never reuses a name, for any upload and in concurrent ones', async () => {
    const all = Array.from({ length: 100 }, () => imageNames('7', 'gif').original);
    await Promise.all(all.map((name) => store.put(name, bytes, 'image/gif')));
    expect(await names()).toEqual([...all].sort());
    expect(all[0]).toMatch(/^event-7-[0-9a-f]{16}-orig\.gif$/);
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
    await expect(store.put(name, bytes, 'image/png')).rejects.toThrow(RangeError);
    await expect(store.remove([name])).rejects.toThrow(RangeError);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is unavailable while its folder is inaccessible, and recovers', async () => {
    await writeFile(images, 'a file in the way');
    const { original } = imageNames('7', 'png');
    await expect(store.put(original, bytes, 'image/png')).rejects.toMatchObject(unavailable);
    await expect(store.remove([original])).rejects.toMatchObject(unavailable);
    await expect(names()).rejects.toMatchObject(unavailable);
    expect(reports.map(String)).toEqual(Array(3).fill(expect.stringMatching(/EEXIST|ENOTDIR/)));
    await rm(images);
    await store.put(original, bytes, 'image/png');
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
    for (const name of [kept, orphan, young]) await store.put(name, bytes, 'image/png');
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
    await store.put(original, bytes, 'image/png');
    const later = new Date(Date.now() + 2 * HOUR_MS);
    const failing = (): Promise<never> => Promise.reject(new Error('no database'));
    await expect(sweepImages(store, failing, HOUR_MS, later)).rejects.toThrow('no database');
    expect(await names()).toEqual([original]);
  });
});
