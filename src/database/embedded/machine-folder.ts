import { chmod, mkdir } from 'node:fs/promises';

import { OperatorError } from '../../config/operator-error.js';
import { errorCode } from './error-code.js';

/** For a service run by root: what the account of the server cannot reach in the checkout or data directory. */
const MACHINE_FOLDER = '/var/lib/lectern';

/**
 * Ensures that the machine-wide directory exists and is accessible to the account of the server, regardless of the
 * umask.
 * @throws OperatorError if it cannot be created; `remedy` is the next step in its message
 */
export async function openMachineFolder(remedy: string): Promise<string> {
  try {
    await mkdir(MACHINE_FOLDER, { recursive: true });
    await chmod(MACHINE_FOLDER, 0o755);
    return MACHINE_FOLDER;
  } catch (error) {
    throw new OperatorError(`The folder ${MACHINE_FOLDER} cannot be created (${errorCode(error)}): ${remedy}.`, {
      cause: error,
    });
  }
}
