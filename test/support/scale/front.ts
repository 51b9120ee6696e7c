import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../../faults/program.js';
import { freePort, statusOf, until } from '../../../faults/waiting.js';
import type { Cleanup } from '../../../src/server/composition/lifecycle.js';

/** Every request goes to the next service, also on one connection. Tests send headers up to the limit of Node.js. */
const configuration = (port: number, services: readonly string[]) => `
global
  maxconn 500
  tune.bufsize 65536
defaults
  mode http
  timeout connect 5s
  timeout client 300s
  timeout server 300s
listen services
  bind 127.0.0.1:${port}
  balance roundrobin
${services.map((base, place) => `  server service-${place} ${new URL(base).host}`).join('\n')}
`;

/** Starts a haproxy in front of services. @returns its origin */
export async function startFront(services: readonly string[], cleanup: Cleanup): Promise<string> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-front-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration(port, services));
  const haproxy = runProgram('haproxy', ['-db', '-f', file], cleanup);
  const base = `http://127.0.0.1:${port}`;
  await until('haproxy forwards requests', async () => {
    haproxy.check();
    return (await statusOf(`${base}/v2.1/languages`)).status !== 0;
  });
  return base;
}
