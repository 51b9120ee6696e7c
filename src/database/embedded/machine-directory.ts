import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { OperatorError } from '../../config/operator-error.js';
import { errorCode } from './error-code.js';
import { join } from 'node:path';

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

const ABANDONED_AFTER_MS = 10 * 60_000;

/**
 * Creates an empty staging directory `<parent>/<prefix>XXXXXX`, to be renamed into place when complete, and removes
 * those that killed services have left.
 * @returns absolute path of the directory, which only this account can enter
 */
export async function createStagingDirectory(parent: string, prefix: string): Promise<string> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  for (const path of names.map((name) => join(parent, name))) {
    const age = Date.now() - (await stat(path)).mtimeMs;
    if (age > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
  return await mkdtemp(join(parent, prefix));
}
