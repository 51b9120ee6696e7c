import { chmod, mkdir } from 'node:fs/promises';

import { OperatorError } from '../../operator-error.js';
import { errorCode } from './error-code.js';

/** Where root keeps what the server's account cannot reach in the checkout or in the data folder. */
const MACHINE_FOLDER = '/var/lib/lectern';

/**
 * Makes sure the machine-wide folder is there and open to the server's account, whatever root's umask is.
 * @throws OperatorError when it cannot be made; `remedy` is the part of the sentence that says what to do
 */
export async function openMachineFolder(remedy: string): Promise<string> {
  try {
    await mkdir(MACHINE_FOLDER, { recursive: true });
    await chmod(MACHINE_FOLDER, 0o755);
    return MACHINE_FOLDER;
  } catch (error) {
    throw new OperatorError(`The folder ${MACHINE_FOLDER} cannot be made (${errorCode(error)}): ${remedy}.`, {
      cause: error,
    });
  }
}
