import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../config/operator-error.js';
import { isImageName } from '../../adapters/storage/image-store.js';

/** Read access to the image files of this machine. */
export interface ImageFiles {
  /** Filters the names of files that exist here. */
  readonly existing: (names: readonly string[]) => Promise<string[]>;
  /** Returns the bytes as base64. @throws OperatorError when the file was replaced since `existing` */
  readonly read: (name: string) => Promise<string>;
}

export function imageFilesIn(directory: string): ImageFiles {
  return {
    async existing(names) {
      const here: string[] = [];
      for (const name of names.filter(isImageName)) if (await exists(join(directory, name))) here.push(name);
      return here;
    },
    async read(name) {
      try {
        return await readFile(join(directory, name), 'base64');
      } catch (cause) {
        if (!isMissing(cause)) throw cause;
        throw new OperatorError(`The image ${name} was replaced during the export: run the export again.`, { cause });
      }
    },
  };
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

const isMissing = (error: unknown): boolean => Reflect.get(Object(error), 'code') === 'ENOENT';
