import { createHash, randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { unusableDirectory } from './embedded/data-directory.js';
import { makeFolder } from '../config/make-folder.js';

/**
 * Derives the key that encrypts stored secrets from `SECRET_KEY`, or from a random one stored in the data directory.
 *
 * @returns 32 bytes
 */
export async function secretKey({
  secretKey: configured,
  dataDirectory,
}: Pick<Config, 'secretKey' | 'dataDirectory'>): Promise<Buffer> {
  const text = configured ?? (await storedKey(dataDirectory));
  return createHash('sha256').update(text).digest();
}

async function storedKey(dataDirectory: string): Promise<string> {
  const file = join(dataDirectory, 'secret-key');
  try {
    await makeFolder(dataDirectory);
    const created = await open(file, 'wx', 0o600);
    const text = randomBytes(32).toString('base64url');
    await created.writeFile(text);
    await created.close();
    return text;
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'EEXIST') return readFile(file, 'utf8');
    throw unusableDirectory(dataDirectory, error);
  }
}
