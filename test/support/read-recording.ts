import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Recorded } from './recording.js';

const DIST = fileURLToPath(new URL('../../', import.meta.url));

const readAll = (folder: string, files: readonly string[]): Promise<string[]> =>
  Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));

/** The recordings of all processes of a run. */
export async function readRecording(folder: string): Promise<Recorded[]> {
  const texts = await readAll(folder, await readdir(folder));
  return texts.flatMap((text) => text.split('\n').filter(Boolean)).map((line) => JSON.parse(line) as Recorded);
}

/** The service's own texts: the compiled program, and the demo conferences. */
export async function ownProgram(): Promise<string[]> {
  const folders = await Promise.all([
    ...['src', 'schema', 'rest-facade', 'feeds'].map((name) => readTree(join(DIST, name), '.js')),
    readTree(join(DIST, '../src/demo/data'), '.json'),
  ]);
  return folders.flat();
}

async function readTree(folder: string, extension: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return readAll(
    folder,
    files.filter((file) => file.endsWith(extension)),
  );
}
