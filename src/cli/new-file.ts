import { open, type FileHandle } from 'node:fs/promises';
import { OperatorError } from '../operator-error.js';

/**
 * Makes the file that `--out` names, which nobody else may read.
 *
 * @throws OperatorError when it is there already, or cannot be made
 */
export async function newFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (cause) {
    const code = String(Reflect.get(Object(cause), 'code'));
    const why = code === 'EEXIST' ? 'exists already' : `cannot be written (${code})`;
    throw new OperatorError(`--out: ${path} ${why}. Name a new file.`, { cause });
  }
}
