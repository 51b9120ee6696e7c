import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { root } from '../docs/pages.js';
import { eventually } from '../support/process.js';

const { watchFolders } = (await import(join(root, '.config/watch-folders.mjs'))) as {
  watchFolders(folders: readonly string[], onChange: (path: string) => void): () => void;
};

const folder = mkdtempSync(join(tmpdir(), 'lectern-watch-'));
const file = join(folder, 'noun/file.ts');
mkdirSync(join(folder, 'noun'));
writeFileSync(file, '');
const changes: string[] = [];
const stop = watchFolders([folder], (path) => changes.push(path));
afterAll(() => {
  stop();
  rmSync(folder, { recursive: true });
});

async function expectChange(path: string, write: () => void): Promise<void> {
  changes.length = 0;
  write();
  await eventually(() => changes.includes(path));
}

/** As Git and many editors save. */
function replaceFile(): void {
  writeFileSync(join(folder, 'new'), 'new');
  renameSync(join(folder, 'new'), file);
}

it('reports a file that is written, replaced, and then written or replaced again', async () => {
  await expectChange(file, () => {
    appendFileSync(file, 'written');
  });
  await expectChange(file, replaceFile);
  await expectChange(file, () => {
    appendFileSync(file, 'written');
  });
  await expectChange(file, replaceFile);
  expect(changes).toContain(file);
});

it('reports files of new folders, also of one that is removed and made again', async () => {
  const inner = join(folder, 'new-noun/inner/file.ts');
  const make = () => {
    mkdirSync(join(inner, '..'), { recursive: true });
    writeFileSync(inner, '');
  };
  await expectChange(inner, make);
  await expectChange(inner, () => {
    appendFileSync(inner, 'written');
  });
  await expectChange(inner, () => {
    rmSync(join(folder, 'new-noun'), { recursive: true });
  });
  await expectChange(inner, make);
  expect(changes).toContain(inner);
});
