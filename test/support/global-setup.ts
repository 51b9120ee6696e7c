import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster, type TestCluster } from './cluster.js';
import { RECORDING_VARIABLE } from './recording.js';

declare global {
  var lecternTestCluster: TestCluster | undefined;
}

/** Jest calls the default export: one PostgreSQL with a migrated template, and one recording, for all test files. */
export default async function globalSetup(): Promise<void> {
  const cluster = await startCluster();
  globalThis.lecternTestCluster = cluster;
  process.env['LECTERN_TEST_CLUSTER'] = JSON.stringify(cluster.address);
  process.env[RECORDING_VARIABLE] = await mkdtemp(join(tmpdir(), 'lectern-recording-'));
}
