/** Process entry point: runs the single process, the cluster primary or a cluster worker. */
import cluster from 'node:cluster';
import { requireNodeVersion } from './config/node-version.js';

requireNodeVersion();
if (cluster.isWorker) await (await import('./server/cluster/worker.js')).work();
else await (await import('./server/serve.js')).serve();
