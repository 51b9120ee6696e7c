import { request } from 'node:http';
import { workerData } from 'node:worker_threads';

/** Work of a worker thread that runs this module. */
export interface Attack {
  readonly url: string;
  readonly bodies: readonly string[];
  readonly concurrency: number;
  readonly forMs: number;
}

const { url, bodies, concurrency, forMs } = workerData as Attack;
const until = performance.now() + forMs;
let next = 0;

/** Sends a document and discards the response. */
const send = (body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json' };
    request(url, { method: 'POST', headers }, (response) => response.resume().on('end', resolve).on('error', reject))
      .on('error', reject)
      .end(body);
  });

async function attacker(): Promise<void> {
  while (performance.now() < until) await send(bodies[next++ % bodies.length] ?? '');
}
await Promise.all(Array.from({ length: concurrency }, attacker));
