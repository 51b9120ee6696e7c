import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.js';
import { isImageName } from '../storage/image-name.js';

/** The images of this machine, to be read. */
export interface ImageFiles {
  /** Those of the names that lie here. */
  readonly existing: (names: readonly string[]) => Promise<string[]>;
  /** Their bytes as base64. @throws OperatorError when somebody has replaced it meanwhile */
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
        throw new OperatorError(`The image ${name} was replaced while others were written: export again.`, { cause });
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
