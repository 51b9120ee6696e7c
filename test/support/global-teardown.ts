import { rm } from 'node:fs/promises';
import { undescribedIn } from '../openapi/undescribed.js';
import { findSecrets } from './find-secrets.js';
import { ownProgram, readRecording } from './read-recording.js';
import { RECORDING_VARIABLE } from './recording.js';

/**
 * Jest calls the default export: the run has failed when anything that was answered or logged holds a secret, or when
 * v2.1 has answered what the OpenAPI document does not describe.
 */
export default async function globalTeardown(): Promise<void> {
  await globalThis.lecternTestCluster?.stop();
  const folder = process.env[RECORDING_VARIABLE] ?? '';
  const recorded = await readRecording(folder);
  const leaks = findSecrets(recorded, await ownProgram());
  const undescribed = undescribedIn(recorded);
  await rm(folder, { recursive: true });
  const lines = leaks.slice(0, 20).map(({ secret, where }) => `  ${secret} in ${where}`);
  if (leaks.length > 0) throw new Error(`${leaks.length} secrets were answered or logged:\n${lines.join('\n')}`);
  const told = undescribed.slice(0, 20).map((one) => `  ${one}`);
  if (told.length > 0)
    throw new Error(`openapi.json does not describe ${undescribed.length} answers:\n${told.join('\n')}`);
}
