import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.js';

/** One document, as it stands in its file. */
export interface DocumentFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Reads the `.graphql` files of a folder, and of those in it.
 *
 * @throws OperatorError when the folder or one of its files cannot be read
 */
export function readDocuments(directory: string): readonly DocumentFile[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.graphql'))
      .sort()
      .map((name) => join(directory, name))
      .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  } catch (error) {
    throw new OperatorError(
      `The trusted documents in ${directory} cannot be read (${String(Reflect.get(Object(error), 'code'))}): ` +
        'make it a folder that this account can read, or set TRUSTED_DOCUMENTS_DIR to another one.',
      { cause: error },
    );
  }
}
