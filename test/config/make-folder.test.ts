import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeFolder } from '../../src/config/make-folder.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-folder-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('makeFolder', () => {
  it('creates missing parents, also in concurrent calls', async () => {
    for (let round = 0; round < 50; round += 1) {
      const path = join(folder, String(round), 'data', 'images');
      await Promise.all(Array.from({ length: 8 }, () => makeFolder(path)));
      expect((await stat(path)).isDirectory()).toBe(true);
    }
  });

  it('rejects a path below a file', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(makeFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolder(join(folder, 'file', 'images'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it('rejects a path that the file system does not accept', async () => {
    await expect(makeFolder('/proc/lectern/images')).rejects.toThrow(/mkdir/);
  });
});
