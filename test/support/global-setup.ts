import { startCluster, type TestCluster } from './cluster.js';

declare global {
  var lecternTestCluster: TestCluster | undefined;
}

/** Jest calls the default export: one PostgreSQL with a migrated template, for all test files. */
export default async function globalSetup(): Promise<void> {
  const cluster = await startCluster();
  globalThis.lecternTestCluster = cluster;
  process.env['LECTERN_TEST_CLUSTER'] = JSON.stringify(cluster.address);
}
