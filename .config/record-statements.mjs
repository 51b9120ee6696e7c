// Regenerates test/fixtures/released-statements.json: every statement that a service with the demo conferences sends to
// PostgreSQL while it executes every feature. Run at a release (docs/upgrade.md): `node .config/record-statements.mjs`.
import { startCluster } from '../dist/test/support/cluster.js';
import { record, writeRecording } from '../dist/test/upgrade/record.js';

const cluster = await startCluster();
process.env['LECTERN_TEST_CLUSTER'] = JSON.stringify(cluster.address);
try {
  writeRecording(await record());
} finally {
  await cluster.stop();
}
