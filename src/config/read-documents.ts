import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from './operator-error.js';

/** The path and the unparsed text of a document. */
export interface DocumentFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Reads the `.graphql` files of a directory and its subdirectories.
 *
 * @throws OperatorError if the directory or one of its files cannot be read
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
