import { chmod, mkdir } from 'node:fs/promises';

import { OperatorError } from '../../config/operator-error.js';
import { errorCode } from './error-code.js';

/** For a service run by root: what the account of the server cannot reach in the checkout or data directory. */
const MACHINE_DIRECTORY = '/var/lib/lectern';

/**
 * Ensures that the machine-wide directory exists and is accessible to the account of the server, regardless of the
 * umask.
 * @throws OperatorError if it cannot be created; `remedy` is the next step in its message
 */
export async function openMachineDirectory(remedy: string): Promise<string> {
  try {
    await mkdir(MACHINE_DIRECTORY, { recursive: true });
    await chmod(MACHINE_DIRECTORY, 0o755);
    return MACHINE_DIRECTORY;
  } catch (error) {
    throw new OperatorError(`The folder ${MACHINE_DIRECTORY} cannot be created (${errorCode(error)}): ${remedy}.`, {
      cause: error,
    });
  }
}
