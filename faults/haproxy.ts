import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './program.js';
import type { Service } from './service.js';
import type { Site } from './site.js';
import { freePort, statusOf, until } from './waiting.js';

/** As `docs/operate.md` has it: it asks `/ready`, and sends a request elsewhere only when nobody has taken it. */
const configuration = (port: number, services: readonly Service[]) => `
global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout http-keep-alive 10s
  option redispatch 1
frontend lectern
  bind 127.0.0.1:${port}
  default_backend services
backend services
  balance roundrobin
  option httpchk GET /ready
  default-server check inter 500ms fall 1 rise 1 pool-purge-delay 1s
${services.map(({ base, adminBase }, place) => `  server service-${place} ${new URL(base).host} port ${new URL(adminBase).port}`).join('\n')}
`;

/** A haproxy in front of services that are ready. @returns its address */
export async function startHaproxy(site: Site, services: readonly Service[]): Promise<string> {
  const port = await freePort();
  const file = join(await site.folder(), 'haproxy.cfg');
  await writeFile(file, configuration(port, services));
  const haproxy = runProgram('haproxy', ['-db', '-f', file], site.teardown);
  const base = `http://127.0.0.1:${port}`;
  await until('haproxy passes requests on', async () => {
    haproxy.check();
    return (await statusOf(`${base}/v2.1/languages`)).status === 200;
  });
  return base;
}
