import { open, type FileHandle } from 'node:fs/promises';
import { OperatorError } from '../config/operator-error.js';

/**
 * Creates the file of `--out`, readable only by the current user.
 *
 * @throws OperatorError when the file exists or cannot be created
 */
export async function newFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (cause) {
    const code = String(Reflect.get(Object(cause), 'code'));
    const why = code === 'EEXIST' ? 'already exists' : `cannot be written (${code})`;
    throw new OperatorError(`--out: ${path} ${why}. Specify a new file.`, { cause });
  }
}
