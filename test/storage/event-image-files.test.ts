import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createEventImageFiles } from '../../src/adapters/images/event-image-files.js';
import type { ImageStore } from '../../src/adapters/storage/image-store.js';
import { createLocalImageStore } from '../../src/adapters/storage/local-image-store.js';
import { pngFile } from '../images/png-file.js';

let folder: string;
let store: ImageStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-images-'));
  store = createLocalImageStore(folder, () => undefined);
});
afterEach(() => rm(folder, { recursive: true }));

describe("the files of an event's image", () => {
  it('are stored in both sizes under new names, and discarded without touching other files', async () => {
    const files = createEventImageFiles(store);
    const first = await files.store('7', Readable.from([pngFile(200, 200)]));
    const second = await files.store('7', Readable.from([pngFile(200, 200)]));
    const version = expect.stringMatching(/^event-7-[0-9a-f]{16}-orig\.png$/);
    expect(first).toEqual([
      { kind: 'ORIGINAL', location: version, width: 200, height: 200 },
      { kind: 'SMALL', location: first[0]!.location.replace('orig', 'small'), width: 140, height: 140 },
    ]);
    const imported = { kind: 'SMALL' as const, location: 'https://example.org/icon.png', width: 90, height: 90 };
    await files.discard([...first, imported]);
    expect((await readdir(folder)).sort()).toEqual(second.map(({ location }) => location));
  });

  it('are none if the image is rejected, or if the second file cannot be stored', async () => {
    await expect(createEventImageFiles(store).store('7', Readable.from([pngFile(200, 201)]))).rejects.toMatchObject({
      code: 'INVALID',
    });
    expect(await readdir(folder)).toEqual([]);
    // A folder at the path of the second file: its name in the store is intercepted when it is put.
    const obstructed: ImageStore = {
      ...store,
      put: async (name, bytes) => {
        if (name.includes('small')) await mkdir(join(folder, name, 'in-the-way'), { recursive: true });
        await store.put(name, bytes);
      },
    };
    await expect(
      createEventImageFiles(obstructed).store('7', Readable.from([pngFile(200, 200)])),
    ).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(await readdir(folder)).toEqual([expect.stringContaining('small')]);
  });
});
