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
    await makeLast(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error;
    // A concurrent call may have created the parent since then: the second attempt decides.
    if (!(await isFolder(parent))) await makeFolder(parent, mode);
    await makeLast(path, mode);
  }
}

/** Creates a directory in an existing parent, unless it exists. */
async function makeLast(path: string, mode: number | undefined): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !(await isFolder(path))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}

const codeOf = (error: unknown): unknown => Reflect.get(Object(error), 'code');
