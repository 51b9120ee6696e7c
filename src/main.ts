/** Process entry of the service: of its only process, of the one that takes care of workers, and of each of them. */
import cluster from 'node:cluster';
import { requireNodeVersion } from './node-version.js';

requireNodeVersion();
if (cluster.isWorker) await (await import('./workers/worker.js')).work();
else await (await import('./serve.js')).serve();
