import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster, type TestCluster } from './cluster.js';
import { PREPARED_VARIABLE } from './prepared-folder.js';
import { RECORDING_VARIABLE } from './recording.js';

declare global {
  var lecternTestCluster: TestCluster | undefined;
}

/** Jest calls the default export: one PostgreSQL with a migrated template, and one recording, for all test files. */
export default async function globalSetup(): Promise<void> {
  const cluster = await startCluster();
  globalThis.lecternTestCluster = cluster;
  process.env['LECTERN_TEST_CLUSTER'] = JSON.stringify(cluster.address);
  const prepared = await mkdtemp(join(tmpdir(), 'lectern-prepared-'));
  // For root, PostgreSQL runs under another account, which needs access.
  await chmod(prepared, 0o755);
  process.env[PREPARED_VARIABLE] = prepared;
  process.env[RECORDING_VARIABLE] = await mkdtemp(join(tmpdir(), 'lectern-recording-'));
}
