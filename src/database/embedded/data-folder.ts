import { mkdir, open, realpath } from 'node:fs/promises';
import { join } from 'node:path';

import { OperatorError } from '../../operator-error.js';
import { errorCode } from './error-code.js';

/** A data folder that exists and can be written. */
export interface DataFolder {
  /** absolute path without links */
  readonly path: string;
  /** file that takes what the server prints */
  readonly logFile: string;
}

/**
 * Makes the data folder where it is missing, and proves by opening the log file that it can be written.
 * @throws OperatorError when the folder or the file cannot be made or opened
 */
export async function openDataFolder(dataDirectory: string): Promise<DataFolder> {
  try {
    await mkdir(dataDirectory, { recursive: true });
    const path = await realpath(dataDirectory);
    const logFile = join(path, 'postgres.log');
    await (await open(logFile, 'a', 0o600)).close();
    return { path, logFile };
  } catch (error) {
    throw unusable(dataDirectory, error);
  }
}

/** The sentence for a data folder in which the operating system refuses a step. */
export function unusable(dataDirectory: string, error: unknown): OperatorError {
  return new OperatorError(
    `The data folder ${dataDirectory} cannot be used (${errorCode(error) ?? String(error)}): make it a folder that ` +
      'this account can write, or set DATA_DIR to another one.',
    { cause: error },
  );
}
