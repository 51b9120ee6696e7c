import { rm } from 'node:fs/promises';
import { undescribedIn } from '../openapi/undescribed.js';
import { findSecrets } from './find-secrets.js';
import { ownProgram, readRecording } from './read-recording.js';
import { PREPARED_VARIABLE } from './prepared-folder.js';
import { RECORDING_VARIABLE } from './recording.js';

/**
 * Jest calls the default export: the run fails if a response or log contains a secret, or if a v2.1 response violates
 * the OpenAPI document.
 */
export default async function globalTeardown(): Promise<void> {
  await globalThis.lecternTestCluster?.stop();
  await rm(process.env[PREPARED_VARIABLE] ?? '', { recursive: true, force: true });
  const folder = process.env[RECORDING_VARIABLE] ?? '';
  const recorded = await readRecording(folder);
  const leaks = findSecrets(recorded, await ownProgram());
  const undescribed = undescribedIn(recorded);
  await rm(folder, { recursive: true });
  const lines = leaks.slice(0, 20).map(({ secret, where }) => `  ${secret} in ${where}`);
  if (leaks.length > 0) throw new Error(`${leaks.length} secrets in responses or logs:\n${lines.join('\n')}`);
  const told = undescribed.slice(0, 20).map((one) => `  ${one}`);
  if (told.length > 0)
    throw new Error(`openapi.json does not describe ${undescribed.length} responses:\n${told.join('\n')}`);
}
