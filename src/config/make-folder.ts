import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a directory and its missing parents. Unlike `mkdir` with `recursive`, which retries forever, it fails if the
 * file system reports ENOENT although the parent exists, as in `/proc`.
 *
 * @param mode of the created directories
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code');
    if (code === 'EEXIST' && (await isFolder(path))) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path || (await isFolder(parent))) throw error;
    await makeFolder(parent, mode);
    await makeFolder(path, mode);
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code');
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}
