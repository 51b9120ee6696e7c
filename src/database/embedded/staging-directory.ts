import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const ABANDONED_AFTER_MS = 10 * 60_000;

/**
 * Creates an empty staging directory `<parent>/<prefix>XXXXXX`, to be renamed into place when complete, and removes
 * those that killed services have left.
 * @returns absolute path of the directory, which only this account can enter
 */
export async function createStagingDirectory(parent: string, prefix: string): Promise<string> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  for (const path of names.map((name) => join(parent, name))) {
    const age = Date.now() - (await stat(path)).mtimeMs;
    if (age > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
  return await mkdtemp(join(parent, prefix));
}
