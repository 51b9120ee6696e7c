import { open, realpath } from 'node:fs/promises';
import { join } from 'node:path';

import { makeFolder } from '../../config/make-folder.js';
import { OperatorError } from '../../config/operator-error.js';
import { errorCode } from './error-code.js';

/** A data directory that exists and is writable. */
export interface DataDirectory {
  /** absolute path without symbolic links */
  readonly path: string;
  /** file that receives the output of the server */
  readonly logFile: string;
}

/**
 * Creates the data directory if missing, and verifies that it is writable by opening the log file.
 * @throws OperatorError if the directory or the file cannot be created or opened
 */
export async function openDataDirectory(dataDirectory: string): Promise<DataDirectory> {
  try {
    await makeFolder(dataDirectory);
    const path = await realpath(dataDirectory);
    const logFile = join(path, 'postgres.log');
    await (await open(logFile, 'a', 0o600)).close();
    return { path, logFile };
  } catch (error) {
    throw unusableDirectory(dataDirectory, error);
  }
}

/** The error for a data directory in which the operating system denies an operation. */
export function unusableDirectory(dataDirectory: string, error: unknown): OperatorError {
  return new OperatorError(
    `The data folder ${dataDirectory} cannot be used (${errorCode(error) ?? String(error)}): make it a folder that ` +
      'this account can write, or set DATA_DIR to another one.',
    { cause: error },
  );
}
