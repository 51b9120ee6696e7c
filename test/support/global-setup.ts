import { chmod, mkdtemp, rm } from 'node:fs/promises';
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
  const prepared = await mkdtemp(join(tmpdir(), 'lectern-prepared-'));
  // For root, PostgreSQL runs under another account, which needs access.
  await chmod(prepared, 0o755);
  process.env[PREPARED_VARIABLE] = prepared;
  const recording = await mkdtemp(join(tmpdir(), 'lectern-recording-'));
  process.env[RECORDING_VARIABLE] = recording;
  const starting = startCluster();
  onInterruption(async () => {
    await Promise.all([prepared, recording].map((folder) => rm(folder, { recursive: true, force: true })));
    await (await starting).stop();
  });
  const cluster = await starting;
  globalThis.lecternTestCluster = cluster;
  process.env['LECTERN_TEST_CLUSTER'] = JSON.stringify(cluster.address);
}

/** A signal ends Jest without its global teardown. npm repeats the signal that the terminal sends to both. */
function onInterruption(discard: () => Promise<void>): void {
  let end: Promise<void> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      end ??= discard().finally(() => {
        process.removeAllListeners(signal);
        process.kill(process.pid, signal);
      });
    });
  }
}
