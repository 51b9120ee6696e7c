import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Recorded } from './recording.js';

const DIST = fileURLToPath(new URL('../../', import.meta.url));

const readAll = (folder: string, files: readonly string[]): Promise<string[]> =>
  Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));

/** What all processes of a run have recorded. */
export async function readRecording(folder: string): Promise<Recorded[]> {
  const texts = await readAll(folder, await readdir(folder));
  return texts.flatMap((text) => text.split('\n').filter(Boolean)).map((line) => JSON.parse(line) as Recorded);
}

/** The compiled program, which holds all that a service says of itself. */
export async function ownProgram(): Promise<string[]> {
  const folders = await Promise.all(
    ['src', 'schema', 'rest-facade'].map(async (name) => {
      const files = await readdir(join(DIST, name), { recursive: true });
      return readAll(
        join(DIST, name),
        files.filter((file) => file.endsWith('.js')),
      );
    }),
  );
  return folders.flat();
}
