import { rm } from 'node:fs/promises';
import { findSecrets } from './find-secrets.js';
import { ownProgram, readRecording } from './read-recording.js';
import { RECORDING_VARIABLE } from './recording.js';

/** Jest calls the default export: the run has failed when anything that was answered or logged holds a secret. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.lecternTestCluster?.stop();
  const folder = process.env[RECORDING_VARIABLE] ?? '';
  const leaks = findSecrets(await readRecording(folder), await ownProgram());
  await rm(folder, { recursive: true });
  const lines = leaks.slice(0, 20).map(({ secret, where }) => `  ${secret} in ${where}`);
  if (leaks.length > 0) throw new Error(`${leaks.length} secrets were answered or logged:\n${lines.join('\n')}`);
}
