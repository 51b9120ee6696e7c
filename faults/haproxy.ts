import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './program.js';
import type { Service } from './service.js';
import type { Site } from './site.js';
import { freePort, statusOf, until } from './waiting.js';

/** As in `docs/operate.md`: checks `/ready`, and redispatches only requests that no service has accepted. */
const ofServices = (port: number, statePort: number, services: readonly Service[]) => `
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
frontend state
  bind 127.0.0.1:${statePort}
  stats enable
  stats uri /
backend services
  balance roundrobin
  option httpchk GET /ready
  default-server check inter 500ms fall 1 rise 1 pool-purge-delay 1s
${services.map(({ base, adminBase }, place) => `  server service-${place} ${new URL(base).host} port ${new URL(adminBase).port}`).join('\n')}
`;

/** A haproxy in front of services. */
export interface ServicesHaproxy {
  readonly base: string;
  /** Waits until haproxy has noticed that a service is ready, or not. */
  readonly notices: (place: number, state: 'UP' | 'DOWN') => Promise<void>;
}

/** Starts a haproxy in front of ready services. */
export async function startHaproxy(site: Site, services: readonly Service[]): Promise<ServicesHaproxy> {
  const [port, statePort] = [await freePort(), await freePort()];
  const base = `http://127.0.0.1:${port}`;
  const passesOn = async () => (await statusOf(`${base}/v2.1/languages`)).status === 200;
  await runHaproxy(site, ofServices(port, statePort, services), passesOn);
  const states = async () => (await fetch(`http://127.0.0.1:${statePort}/;csv`)).text();
  return {
    base,
    notices: (place, state) =>
      until(`haproxy reports service ${place} as ${state}`, async () =>
        new RegExp(`^services,service-${place},.*,${state},`, 'm').test(await states()),
      ),
  };
}

/** Runs a haproxy until the end of the fault. */
export async function runHaproxy(site: Site, configuration: string, passesOn: () => Promise<boolean>): Promise<void> {
  const file = join(await site.folder(), 'haproxy.cfg');
  await writeFile(file, configuration);
  const haproxy = runProgram('haproxy', ['-db', '-f', file], site.cleanup);
  await until('haproxy forwards requests', () => {
    haproxy.check();
    return passesOn();
  });
}
