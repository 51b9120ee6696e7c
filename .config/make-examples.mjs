// Regenerates rest-facade/openapi/examples.json: the responses of a service with the demo conferences to a tour of all
// rows. Their dates are relative to the day of the run, so run it after responses have changed: `node
// .config/make-examples.mjs`.
import { writeFileSync } from 'node:fs';
import { startShowcase } from '../dist/test/openapi/showcase.js';
import { tour } from '../dist/test/openapi/tour.js';
import { startCluster } from '../dist/test/support/cluster.js';

const cluster = await startCluster();
process.env['LECTERN_TEST_CLUSTER'] = JSON.stringify(cluster.address);
try {
  const service = await startShowcase();
  try {
    const { examples } = await tour(service);
    const sorted = Object.fromEntries([...examples].sort());
    writeFileSync('rest-facade/openapi/examples.json', `${JSON.stringify(sorted, null, 2)}\n`);
  } finally {
    await service.stop();
  }
} finally {
  await cluster.stop();
}
